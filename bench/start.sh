#!/usr/bin/env bash
# How long short commands take from the shell: `tidemark --help`, and `tidemark report` on the store of one run, with and without class data
# (docs/decisions/0090), beside a bare JVM. bench/run start [ROUNDS], 11 unless said otherwise, in turns so that all see the same machine.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
rounds=${1:-11}
work=$(mktemp -d)
lib=$root/app/target/unchecked/tidemark/lib
restore() {
  for hidden in "$work"/*.jsa; do
    if [ -e "$hidden" ]; then mv -f "$hidden" "$lib/"; fi
  done
  rm -rf "$work"
}
trap restore EXIT
export TIDEMARK_HOME=$work/home TIDEMARK_JAVA_OPTS=
tidemark=$root/bin/tidemark

"$tidemark" --version
echo "bench: one run in virtual time, for a small store" >&2
"$tidemark" run "$root/deploy/plans/smoke.yaml" --simulate demo-small --quiet --out "$work/run" >/dev/null || [ -f "$work/home/store.db" ]
[ -n "$(find "$lib" -name 'class-data-*.jsa' -size +0)" ] || { echo "bench: no class data in $lib" >&2; exit 5; }

TIMEFORMAT=%R
seconds() { # file, command
  local file=$1
  shift
  { time "$@" >/dev/null 2>&1; } 2>>"$work/$file.seconds"
}
without() { # Runs a command with class data that could not be made, which is what a file of no bytes says.
  local data
  for data in "$lib"/class-data-*.jsa; do
    mv "$data" "$work/"
    : >"$data"
    touch -r "$lib/tidemark-app.jar" "$data"
  done
  "$@"
  mv -f "$work"/class-data-*.jsa "$lib/"
}
for _ in $(seq "$rounds"); do
  seconds bare "${JAVA_HOME:+$JAVA_HOME/bin/}java" -version
  seconds help "$tidemark" --help
  without seconds help-without "$tidemark" --help
  seconds report "$tidemark" report --out "$work/report"
  without seconds report-without "$tidemark" report --out "$work/report"
done

row() { # title, limit, file
  sort -n "$work/$3.seconds" | awk -v title="$1" -v limit="$2" '{ s[NR] = $1 } END { printf "%-40s %8.2f %8.2f   %s\n", title, s[1], s[int((NR + 1) / 2)], limit }'
}
printf '%-40s %8s %8s   %s\n' "seconds from the shell" best median "asked for, on an idle machine"
row "java -version" "" bare
row "tidemark --help" "0.6" help
row "tidemark --help, no class data" "" help-without
row "tidemark report, one run" "1.5" report
row "tidemark report, one run, no class data" "" report-without
echo "$rounds rounds in turns; load average at the end: $(uptime | sed 's/.*load average[s]*: //')"
