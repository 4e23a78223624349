#!/usr/bin/env bash
# Tunes a server that computes on this machine's GPU (docs/checks/gpu/server.py: PyTorch, random weights): servers start, are measured with the GPU's samples
# beside the client's figures, run out of memory for real, and give their memory back, also when the client is killed. Needs nvidia-smi and a python3 with
# PyTorch; changes no setting of the GPU. TIDEMARK: bin/tidemark of an installation. About 5 min.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
tidemark=${TIDEMARK:-$root/bin/tidemark}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TIDEMARK_HOME=$work/home
fail() { echo "FAIL: $*"; exit 1; }

command -v nvidia-smi >/dev/null 2>&1 || { echo "SKIPPED: servers on a GPU: there is no nvidia-smi"; exit 0; }
python3 -c 'import torch; assert torch.cuda.is_available()' 2>/dev/null || { echo "SKIPPED: servers on a GPU: python3 has no PyTorch that sees a GPU"; exit 0; }
used() { nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits | awk '{ sum += $1 } END { print sum }'; }
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
before=$(used)
cp "$root"/docs/checks/gpu/* "$work"
cd "$work" || exit 5

echo "tune: the default, a small batch, and a batch that no GPU holds"
code=0
"$tidemark" tune plan.yaml >tune.log 2>&1 || code=$?
[ "$code" = 0 ] || { cat tune.log; fail "the tune ended with $code"; }
python3 - "$before" <<'PY' || { cat tune.log; exit 1; }
import glob, json, sqlite3, sys
tune = json.load(open(glob.glob("home/tunes/*/tune.json")[0]))
wrong = []
for start in tune["starts"]:
    print("  start %(number)s %(phase)-10s %(status)-10s %(failure)s" % start, "ready after %s s" % start["startupSeconds"])
    out = start["phase"] == "impossible"
    if (start["failure"] == "OUT_OF_MEMORY") != out or (start["status"] == "MEASURED") == out:
        wrong.append("start %(number)s of %(phase)s is %(status)s %(failure)s: %(description)s" % start)
    if not out and start["facts"].get("end") != "STOPPED":
        wrong.append("the server of start %(number)s ended as %(facts)s" % start)
if any("INVALID" in start["description"] for start in tune["starts"]):
    wrong.append("a run is invalid")
store = sqlite3.connect("home/store.db")
signals = {}
for (text,) in store.execute("SELECT signals FROM window_stats WHERE signals LIKE '%gpu.%'"):
    for name, value in json.loads(text).items():
        if name.startswith("gpu."):
            low, high, count = signals.get(name, (value, value, 0))
            signals[name] = (min(low, value), max(high, value), count + 1)
for name, (low, high, count) in sorted(signals.items()):
    print("  %-28s %10.3f to %10.3f in %d windows" % (name, low, high, count))
if not signals:
    wrong.append("no window has a sample of the GPU beside it")
print("FAIL: " + "; ".join(wrong) if wrong else "  measured, with the GPU's samples")
sys.exit(bool(wrong))
PY
after=$(used)
echo "memory used: $before MiB before, $after MiB after the tune"
[ "$after" -le $((before + 300)) ] || fail "memory was not given back"

echo "the client is killed in mid-run"
"$tidemark" run plan.yaml --phase small --no-calibrate >killed.log 2>&1 &
client=$!
for _ in $(seq 600); do [ "$(used)" -gt $((before + 1000)) ] && grep -q 'step 1/2' killed.log && break; sleep 0.2; done
during=$(used)
[ "$during" -gt $((before + 1000)) ] || { cat killed.log; fail "the server used no memory: $during MiB"; }
kill -9 "$client"
wait "$client" 2>/dev/null
for _ in $(seq 300); do [ "$(used)" -le $((before + 300)) ] && break; sleep 0.2; done
after=$(used)
echo "memory used: $during MiB in mid-run, $after MiB after the client was killed"
[ "$after" -le $((before + 300)) ] || fail "the server of a killed client keeps its memory"
"$tidemark" down >/dev/null 2>&1 || true
echo "servers on a GPU: started, measured, out of memory and ended as they should"
