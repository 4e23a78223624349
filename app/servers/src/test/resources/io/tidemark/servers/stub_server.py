"""A server for the tests of the launcher: answers what a launcher asks, and fails in the ways that its flags say."""
import argparse
import json
import os
import signal
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

parser = argparse.ArgumentParser(prog="stub_server.py")
parser.add_argument("model", nargs="?", default="stub-model")
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int, default=8000)
parser.add_argument("--max-num-seqs", type=int, default=256)
parser.add_argument("--enable-prefix-caching", action=argparse.BooleanOptionalAction, default=True)
parser.add_argument("--start-seconds", type=float, default=0, help="how long it takes to start")
parser.add_argument("--say", action="append", default=[], help="a line of output before anything else")
parser.add_argument("--exit-early", type=int, help="ends with this status before it listens")
parser.add_argument("--ignore-term", action="store_true")
parser.add_argument("--ends-after", help="told to end, it gives its port back at once and ends when this file is there")
parser.add_argument("--children", type=int, default=0, help="processes of the group that it leaves to themselves")
parser.add_argument("--runaways", type=int, default=0, help="processes that leave the group and the session")
parser.add_argument("--crash-after", type=int, default=0, help="ends after so many requests")
parser.add_argument("--refuse", type=int, default=0, help="so many requests are refused first")
parser.add_argument("--refuse-with", type=int, default=503, help="status of what is refused")
parser.add_argument("--say-at-refusal", help="a line of output at each refusal")
parser.add_argument("--refuse-others", action="store_true", help="404 for other models than its own")
args = parser.parse_args()

for line in args.say:
    print(line, flush=True)
if args.ignore_term:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for i in range(args.children + args.runaways):
    if os.fork() == 0:
        if i >= args.children:
            os.setsid()
        time.sleep(600)
        os._exit(0)
time.sleep(args.start_seconds)
if args.exit_early is not None:
    sys.exit(args.exit_early)
requests = 0


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *ignored):
        pass

    def answer(self, body, kind="application/json", status=200):
        data = body.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if self.path == "/health":
            self.answer("{}")
        elif self.path == "/version":
            self.answer(json.dumps({"version": "9.8.7"}))
        elif self.path == "/v1/models":
            self.answer(json.dumps({"data": [{"id": args.model}]}))
        elif self.path == "/metrics":
            self.answer(
                'vllm:cache_config_info{block_size="16",num_gpu_blocks="1000",engine="0"} 1.0\n', "text/plain")
        else:
            self.send_error(404)

    def do_POST(self):
        global requests
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or "{}")
        requests += 1
        if requests <= args.refuse:
            if args.say_at_refusal:
                print(args.say_at_refusal, flush=True)
            return self.answer('{"error": {"message": "not yet"}}', status=args.refuse_with)
        if args.refuse_others and body.get("model") != args.model:
            return self.answer('{"error": {"message": "no such model"}}', status=404)
        if args.crash_after and requests >= args.crash_after:
            print("RuntimeError: the stub crashed under load", flush=True)
            os._exit(1)
        self.answer(json.dumps({"choices": [{"message": {"role": "assistant", "content": "one"}}]}))


try:
    server = ThreadingHTTPServer((args.host, args.port), Handler)
except OSError as error:
    print(f"ERROR: [Errno {error.errno}] error while attempting to bind on address: address already in use", flush=True)
    sys.exit(1)


def give_back_port(*ignored):
    server.socket.close()
    while not os.path.exists(args.ends_after):
        time.sleep(0.01)
    os._exit(0)


if args.ends_after:
    signal.signal(signal.SIGTERM, give_back_port)
print("INFO kv_cache_utils.py:1087] GPU KV cache size: 16,000 tokens", flush=True)
print("key " + os.environ.get("STUB_API_KEY", "none"), flush=True)
print("INFO:     Application startup complete.", flush=True)
server.serve_forever()
