#!/usr/bin/env python3
"""A server with OpenAI's completions API whose decoder computes on the GPU: PyTorch, random weights, continuous batching, answers of random words.

For docs/checks/gpu.sh: it starts, allocates and ends as an inference server does. Standard library and PyTorch only. Without a GPU it computes on the CPU.
"""
import argparse
import json
import queue
import subprocess
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import torch

CONTEXT = 1024
VOCABULARY = 8192
# Fields of nvidia-smi by the name that dcgm-exporter has for them.
GPU_FIELDS = {
    "DCGM_FI_DEV_GPU_UTIL": "utilization.gpu",
    "DCGM_FI_DEV_FB_USED": "memory.used",
    "DCGM_FI_DEV_POWER_USAGE": "power.draw",
    "DCGM_FI_DEV_SM_CLOCK": "clocks.sm",
    "DCGM_FI_DEV_GPU_TEMP": "temperature.gpu",
}


class Decoder:
    """A transformer's decoder with one row of its KV cache for each sequence that is in the batch."""

    def __init__(self, options, device):
        self.heads, self.layers, self.rows = options.hidden // 128, options.layers, options.max_num_seqs
        dtype = torch.bfloat16
        shape = (self.layers, self.rows, self.heads, CONTEXT, 128)
        self.keys = torch.zeros(shape, dtype=dtype, device=device)
        self.values = torch.zeros(shape, dtype=dtype, device=device)

        def weight(*size):
            return torch.randn(size, dtype=dtype, device=device) * 0.02

        hidden = options.hidden
        self.embedding, self.position = weight(VOCABULARY, hidden), weight(CONTEXT, hidden)
        self.blocks = [
            (weight(hidden, 3 * hidden), weight(hidden, hidden), weight(hidden, 4 * hidden), weight(4 * hidden, hidden))
            for _ in range(self.layers)
        ]
        self.device, self.hidden = device, hidden

    @torch.inference_mode()
    def step(self, tokens, rows, positions):
        """The next token of each row. tokens, positions: [rows, new tokens]; rows: slice of the cache."""
        x = self.embedding[tokens] + self.position[positions]
        seen = torch.arange(CONTEXT, device=self.device)[None, None, None, :] <= positions[:, None, :, None]
        each = torch.arange(rows.start, rows.stop, device=self.device)[:, None]
        for layer, (qkv, out, up, down) in enumerate(self.blocks):
            projected = (torch.nn.functional.layer_norm(x, (self.hidden,)) @ qkv).unflatten(-1, (3, self.heads, 128))
            query, key, value = projected.unbind(2)
            self.keys[layer][each, :, positions] = key
            self.values[layer][each, :, positions] = value
            scores = query.transpose(1, 2) @ self.keys[layer, rows].transpose(-1, -2) / 128**0.5
            attended = scores.masked_fill(~seen, float("-inf")).softmax(-1) @ self.values[layer, rows]
            x = x + attended.transpose(1, 2).flatten(2) @ out
            x = x + torch.nn.functional.gelu(torch.nn.functional.layer_norm(x, (self.hidden,)) @ up) @ down
        return (x[:, -1] @ self.embedding.T).argmax(-1)


class Sequence:
    def __init__(self, prompt, output):
        self.prompt, self.output, self.answer = prompt, output, queue.Queue()


class Engine(threading.Thread):
    """Admits what waits into free rows, computes its prompt, then one token of every row at a time."""

    def __init__(self, decoder):
        super().__init__(daemon=True)
        self.decoder, self.waiting, self.wake = decoder, deque(), threading.Condition()
        self.running = {}

    def submit(self, sequence):
        with self.wake:
            self.waiting.append(sequence)
            self.wake.notify()

    def run(self):
        decoder, device = self.decoder, self.decoder.device
        tokens = torch.zeros((decoder.rows, 1), dtype=torch.long, device=device)
        positions = torch.zeros((decoder.rows, 1), dtype=torch.long, device=device)
        while True:
            with self.wake:
                self.wake.wait_for(lambda: self.waiting or self.running)
                free = [row for row in range(decoder.rows) if row not in self.running]
                admitted = [(row, self.waiting.popleft()) for row in free[: len(self.waiting)]]
            for row, sequence in admitted:
                prompt = torch.randint(VOCABULARY, (1, sequence.prompt), device=device)
                where = torch.arange(sequence.prompt, device=device)[None]
                tokens[row] = decoder.step(prompt, slice(row, row + 1), where)
                positions[row] = sequence.prompt
                self.running[row] = sequence
                self.deliver(row, tokens[row].item())
            if self.running:
                following = decoder.step(tokens, slice(0, decoder.rows), positions)
                tokens[:, 0] = following
                positions.add_(1).clamp_(max=CONTEXT - 1)
                words = following.tolist()
                for row in list(self.running):
                    self.deliver(row, words[row])

    def deliver(self, row, token):
        sequence = self.running[row]
        sequence.output -= 1
        sequence.answer.put(token)
        if sequence.output == 0:
            sequence.answer.put(None)
            del self.running[row]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    engine = None
    model = ""
    total = 0

    def log_message(self, *words):
        pass

    def do_GET(self):
        pages = {"/health": self.health, "/v1/models": self.models, "/metrics": self.metrics, "/gpu/metrics": self.gpu}
        answer = pages.get(self.path)
        if answer is None:
            return self.send(404, "application/json", json.dumps({"error": {"message": "no such path"}}))
        return self.send(200, *answer())

    def health(self):
        return "text/plain", ""

    def models(self):
        return "application/json", json.dumps({"object": "list", "data": [{"id": self.model, "object": "model"}]})

    def metrics(self):
        labels = '{model_name="%s",engine="0"}' % self.model
        return "text/plain; version=0.0.4", (
            "# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running%s %d\n"
            "# TYPE vllm:num_requests_waiting gauge\nvllm:num_requests_waiting%s %d\n"
        ) % (labels, len(self.engine.running), labels, len(self.engine.waiting))

    def gpu(self):
        asked = ["nvidia-smi", "--query-gpu=index," + ",".join(GPU_FIELDS.values()), "--format=csv,noheader,nounits"]
        lines = []
        for gpu in subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines():
            index, *values = [column.strip() for column in gpu.split(",")]
            lines += ['%s{gpu="%s"} %s\n' % (name, index, value) for name, value in zip(GPU_FIELDS, values)]
        return "text/plain; version=0.0.4", "".join(lines)

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        chat = self.path.endswith("/chat/completions")
        text = " ".join(str(it["content"]) for it in asked["messages"]) if chat else str(asked["prompt"])
        output = asked.get("max_completion_tokens") or asked.get("max_tokens") or 16
        prompt = max(1, min(len(text.split()), CONTEXT - output))
        sequence = Sequence(prompt, output)
        self.engine.submit(sequence)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        head = {"id": "cmpl-%d" % id(sequence), "object": "chat.completion.chunk" if chat else "text_completion",
                "created": int(time.time()), "model": self.model}
        sent = 0
        while (token := sequence.answer.get()) is not None:
            sent += 1
            word, reason = " w%d" % token, "length" if sequence.output == 0 and sequence.answer.qsize() <= 1 else None
            choice = {"index": 0, "finish_reason": reason if sent == output else None}
            choice.update({"delta": {"content": word}} if chat else {"text": word})
            self.event({**head, "choices": [choice]})
        usage = {"prompt_tokens": prompt, "completion_tokens": sent, "total_tokens": prompt + sent}
        self.event({**head, "choices": [], "usage": usage})
        self.chunk(b"data: [DONE]\n\n")
        self.chunk(b"")

    def event(self, value):
        self.chunk(b"data: " + json.dumps(value).encode() + b"\n\n")

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def send(self, status, kind, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--model", default="random-weights")
    parser.add_argument("--max-num-seqs", type=int, default=32, help="sequences in the batch: rows of the KV cache")
    parser.add_argument("--layers", type=int, default=16)
    parser.add_argument("--hidden", type=int, default=2048)
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    decoder = Decoder(options, device)
    name = torch.cuda.get_device_name() if device == "cuda" else "CPU"
    print("device: %s, PyTorch %s" % (name, torch.__version__), flush=True)
    Handler.engine, Handler.model = Engine(decoder), options.model
    Handler.engine.start()
    warm = Sequence(64, 4)
    Handler.engine.submit(warm)
    while warm.answer.get() is not None:
        pass
    print("ready", flush=True)
    Server((options.host, options.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
