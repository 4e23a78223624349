#!/usr/bin/env bash
# Runs the demo as a new user would, and looks at its memory and its report.
# Everything on loopback and in a folder of its own; ends only what it started.
# Another program than bin/tidemark: TIDEMARK=/path/to/tidemark docs/checks/demo.sh
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
program=${TIDEMARK:-$root/bin/tidemark}
work=$(mktemp -d)
started=()
trap 'for pid in "${started[@]}"; do kill "$pid" 2>/dev/null; done; wait 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() { echo "FAIL: $*"; exit 1; }
echo "== tidemark demo"
begin=$SECONDS
"$program" demo --out "$work/demo" >demo.log 2>demo.err &
demo=$!
started+=("$demo")
peak=0
while kill -0 "$demo" 2>/dev/null; do
  now=$(awk '/VmHWM/ { print $2 }' "/proc/$demo/status" 2>/dev/null || echo 0)
  [ "${now:-0}" -gt "$peak" ] && peak=$now
  sleep 1
done
wait "$demo"
code=$?
# 3: a machine that is busy with other things keeps the client from keeping up, and the demo says so of a run. A single step that is INVALID
# leaves its run valid.
said=$(cat demo.log demo.err | tr -s '[:space:]' ' ')
invalid=no
[[ $said == *": INVALID (run "* || $said == *" is INVALID: "* ]] && invalid=yes
case $code-$invalid in
  0-no | 3-yes) ;;
  *) tail -n 30 demo.log demo.err; fail "demo ended with $code; a run is INVALID: $invalid" ;;
esac
cat demo.log
echo "demo: $((SECONDS - begin)) s, peak resident memory $((peak / 1024)) MiB"
[ "$peak" -gt 0 ] && [ "$peak" -lt $((2 * 1024 * 1024)) ] || fail "the demo took $peak KiB of memory (limit 2 GiB)"
[ -s demo/report.html ] && [ -s demo/report.md ] || fail "no report"
grep -q "VALID" demo.log || fail "the demo does not say whether it is valid"
# Each step is decided, on a busy machine too, unless the client was too late for it: then the answer is the README's.
answer=$(sed -n '/<!-- demo-output -->/,/^$/p' "$root/README.md" | grep -v '[<`]' | tr -s '[:space:]' ' ')
[[ -n $answer && ($said == *INVALID* || $said == *"$answer"*) ]] || fail "the answer is not the README's:$answer"
grep -q "<svg" demo/report.html || fail "the report has no charts"
[ -s demo.err ] && { echo "--- standard error"; cat demo.err; }

echo "the demo does what the README says"
