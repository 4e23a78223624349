#!/usr/bin/env bash
# What a local stack costs that nobody uses: how long `tidemark up` takes until it is up, its memory, and its share of a core over a minute.
# bench/run idle [REST [ROUNDS]], 180 s of rest before the minute and 1 round unless said otherwise; each in a home of its own.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
rest=${1:-180}
rounds=${2:-1}
measured=60
[ -r /proc/self/stat ] || { echo "bench: no /proc here, from which memory and processor time are read" >&2; exit 5; }
ticks_per_second=$(getconf CLK_TCK)
work=$(mktemp -d)
up=
stop() {
  if [ -n "$up" ]; then
    kill "$up" 2>/dev/null || true
    wait "$up" 2>/dev/null || true
  fi
  up=
}
trap 'stop; rm -rf "$work"' EXIT
export TIDEMARK_JAVA_OPTS=
tidemark=$root/bin/tidemark
# What is built or made once is done before.
"$tidemark" --version

millis() { echo $(($(date +%s%N) / 1000000)); }
ticks() { # user and system time, after the name of the program, which may hold blanks
  local stat
  stat=$(<"/proc/$up/stat")
  stat=${stat##*) }
  # shellcheck disable=SC2086
  set -- $stat
  echo $((${12} + ${13}))
}
kib() { awk -v key="$1:" '$1 == key { print $2 }' "/proc/$up/status"; }

printf '%-8s %8s %10s %10s %12s\n' round 'ready s' 'RSS MiB' 'peak MiB' '% of a core'
for round in $(seq "$rounds"); do
  said=$work/said-$round
  began=$(millis)
  TIDEMARK_HOME=$work/home-$round "$tidemark" up >"$said" 2>&1 &
  up=$!
  until grep -q '^It is up' "$said"; do
    kill -0 "$up" 2>/dev/null || { cat "$said" >&2; exit 5; }
    sleep 0.02
  done
  ready=$(($(millis) - began))
  sleep "$rest"
  before=$(ticks)
  sleep "$measured"
  spent=$(($(ticks) - before))
  awk -v round="$round" -v ready="$ready" -v rss="$(kib VmRSS)" -v peak="$(kib VmHWM)" -v spent="$spent" -v span=$((measured * ticks_per_second)) \
    'BEGIN { printf "%-8s %8.1f %10.0f %10.0f %12.2f\n", round, ready / 1000, rss / 1024, peak / 1024, 100 * spent / span }'
  stop
done
echo "asked for, on an idle machine: ready in 6 s, 300 MiB, 2 % of a core; load average at the end: $(uptime | sed 's/.*load average[s]*: //')"
