#!/usr/bin/env bash
# Rolls hosts, sink and readers from the release before (support/faults/upgrade-from, built here) to this build and back, under load, with a SQLite file and
# with PostgreSQL; the fault suite's oracle judges. TIDEMARK: bin/tidemark of an installation of this build. About 15 min, and as long again for the first build.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
code=0
from=$("$root/support/faults/old-build" 2>"$work/said") || code=$?
cat "$work/said"
if [ "$code" = 77 ]; then
  echo "SKIPPED: upgrade and rollback under load: $(tail -1 "$work/said")"
  exit 0
fi
[ "$code" = 0 ] || { echo "FAIL: the release before cannot be built"; exit 1; }

to=${TIDEMARK:-}
if [ -z "$to" ]; then
  tarball=$(ls "$root"/dist/target/tidemark-[0-9]*.tar.gz 2>/dev/null | head -1)
  [ -n "$tarball" ] || { echo "FAIL: no tarball in dist/target: mvn package makes it"; exit 1; }
  tar xzf "$tarball" -C "$work" --strip-components 1
  to=$work/bin/tidemark
fi
echo "from: $("$from/bin/tidemark" --version) of $(grep -v '^#' "$root/support/faults/upgrade-from")"
echo "to:   $("$to" --version)"
cd "$root" || exit 1
mvn -B -T 2 -Dspotless.check.skip -Denforcer.skip -Dmaven.compiler.useIncrementalCompilation=false -Dtidemark.packages.skip -Djacoco.skip -Pfaults \
  -pl support/faults -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=RollingUpgradeCheck \
  "-Dtidemark.faults.from=$from" "-Dtidemark.faults.to=$(cd "$(dirname "$to")/.." && pwd)" package >"$work/log" 2>&1 || code=$?
grep '^row ' "$work/log"
[ "$code" = 0 ] || { grep -E '^\[ERROR\]' "$work/log" | head -60; tail -20 "$work/log"; echo "FAIL: upgrade and rollback"; exit 1; }
grep -q 'Skipped: 2' "$work/log" && { echo "FAIL: both rows were skipped"; exit 1; }
exit 0
