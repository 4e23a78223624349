#!/usr/bin/env bash
# Does what the README says after its demo (demo.sh), as a new user would: a simulated server, the stack, a run against it from a
# second terminal, and the report. Everything on loopback and in a folder of its own; ends only what it started.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
started=()
trap 'for pid in "${started[@]}"; do kill "$pid" 2>/dev/null; done; wait 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() { echo "FAIL: $*"; exit 1; }
within() { # seconds, file, pattern: waits until the file holds the pattern
  for _ in $(seq $(($1 * 5))); do grep -q "$3" "$2" 2>/dev/null && return 0; sleep 0.2; done
  echo "--- $2"; tail -20 "$2"; return 1
}

echo "== simulate, up, run, report"
"$root/bin/tidemark" simulate demo-tuned --port 0 >simulate.log 2>&1 &
started+=("$!")
"$root/bin/tidemark" up >up.log 2>&1 &
started+=("$!")
within 30 simulate.log "serves" || fail "the simulator did not start"
within 60 up.log "It is up" || fail "the stack did not start"
url=$(grep -o 'http://[0-9.:]*' simulate.log | head -1)
# Wide limits: whether this machine is quiet is not what is checked here.
"$root/bin/tidemark" run "$root/deploy/plans/smoke.yaml" --target "$url" --quiet --set limits.schedule_lag_p99=5s \
  --set limits.calibration_ttft_p99=5s --set limits.calibration_itl_p99=5s >run.log 2>run.err
code=$?
cat run.log run.err
case $code in 0 | 1 | 4) ;; *) fail "run ended with $code" ;; esac
"$root/bin/tidemark" report --out "$work/report" >report.log 2>&1 || { cat report.log; fail "report ended with $?"; }
[ -s report/report.html ] || fail "no report of the run"
"$root/bin/tidemark" admin topics list | tee topics.log
sed -n '/generated: topics/,/end: topics/s/^| `tidemark\.<team>\.\([a-z-]*\)`.*/tidemark.default.\1/p' \
  "$root/docs/reference/topics.md" | sort >documented
[ -s documented ] || fail "docs/reference/topics.md names no topics"
awk '$1 == "there" { print $2 }' topics.log | sort | diff documented - || fail "the team's topics are not those of docs/reference/topics.md"
[ "$(stat -c %a tidemark 2>/dev/null || stat -f %Lp tidemark)" = 700 ] || fail "the home folder is not its owner's alone"

echo "the README's commands do what it says"
