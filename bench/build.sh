#!/usr/bin/env bash
# How long a checkout takes until a command has answered: a fresh clone of the last commit with the libraries in Maven's repository, and then after a change of
# one file of `producer`. With `cold` also a clone whose Maven repository and npm cache are empty. bench/run build [cold]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%R %U %S'

printf '%-44s %8s %8s %10s\n' "until tidemark --help has answered" seconds "CPU s" "asked for"
answers() { # title, limit, checkout
  { time "$3/bin/tidemark" --help >"$work/out" 2>"$work/err"; } 2>"$work/time" || { cat "$work/out" "$work/err" >&2; exit 5; }
  awk -v title="$1" -v limit="$2" '{ printf "%-44s %8.1f %8.1f %10s\n", title, $1, $2 + $3, limit }' "$work/time"
}
clone() { git clone -q "$root" "$work/$1"; }

# Whatever libraries the build needs are in Maven's repository then.
"$root/bin/tidemark" --version >/dev/null
clone warm
answers "first use, libraries there" 75 "$work/warm"
sed -i '$i\    static int added() { return 1; }' "$work/warm/producer/src/main/java/io/tidemark/producer/publish/PublisherSettings.java"
answers "one changed file of producer" 25 "$work/warm"
if [ "${1:-}" = cold ]; then
  clone cold
  export MAVEN_OPTS="${MAVEN_OPTS:-} -Dmaven.repo.local=$work/repository" npm_config_cache=$work/npm
  answers "first use, libraries downloaded" 150 "$work/cold"
fi
echo "load average at the end: $(uptime | sed 's/.*load average[s]*: //')"
