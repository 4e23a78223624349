#!/usr/bin/env bash
# Installs the tarball as a user does, into a folder with a space in its name, and starts it in the ways in which a start goes wrong. Under a minute on an
# idle machine. Everything in a folder of its own; ends only what it started.
# docs/checks/launcher.sh FOLDER: of a folder with bin and lib, such as bin/verify makes of a checkout; not what only the tarball has, nor a stack.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
started=()
# unshare does not end by a polite signal; what runs in it ends with it.
trap 'for pid in ${started[@]+"${started[@]}"}; do kill -9 "$pid" 2>/dev/null; done; wait 2>/dev/null; rm -rf "$work"' EXIT
fail() { echo "FAIL: $*"; exit 1; }
skip() { echo "SKIPPED: $*"; }
ends() { # exit code, words expected, command
  local expected=$1 words=$2 code
  shift 2
  "$@" >"$work/said" 2>&1
  code=$?
  [ "$code" -eq "$expected" ] && grep -q -- "$words" "$work/said" ||
    { cat "$work/said"; fail "$*: ended with $code, expected $expected and \"$words\""; }
}
java_bin=$(readlink -f "$(command -v "${JAVA_HOME:+$JAVA_HOME/bin/}java")")

folder=${1:-}
home="$work/a folder"
if [ -n "$folder" ]; then
  cp -r "$folder" "$home" || fail "$folder cannot be copied"
  rm -f "$home"/lib/*.jsa
else
  tarballs=("$root"/dist/target/tidemark-[0-9]*.tar.gz)
  [ ${#tarballs[@]} -eq 1 ] && [ -f "${tarballs[0]}" ] || fail "expected one tarball in dist/target but there is: ${tarballs[*]} (mvn package makes it)"
  mkdir "$home"
  tar xzf "${tarballs[0]}" -C "$home" --strip-components 1 || fail "the tarball cannot be unpacked"
fi
tidemark=$home/bin/tidemark
export TIDEMARK_HOME=$work/state XDG_CACHE_HOME=$work/cache
cd "$work" || exit 1

echo "== what is in it"
contents=(bin/tidemark bin/jvm/measure.options lib/tidemark-app.jar lib/classes.list)
if [ -z "$folder" ]; then
  contents+=(completions/tidemark.bash completions/tidemark.zsh completions/tidemark.fish examples/plans/smoke.yaml
    LICENSE NOTICE THIRD-PARTY.md licenses/LGPL-2.1.txt docs/how-to/install.md docs/reference/plan.schema.json)
fi
for file in "${contents[@]}"; do
  [ -s "$home/$file" ] || fail "no $file"
done
[ ! -e "$home/bin/build" ] || fail "what builds is in the tarball"
missing=$(unzip -p "$home/lib/tidemark-app.jar" META-INF/MANIFEST.MF | tr -d '\r' | sed -e ':a' -e 'N' -e '$!ba' -e 's/\n //g' | sed -n 's/^Class-Path: //p' | tr ' ' '\n' |
  while read -r jar; do [ -f "$home/lib/$jar" ] || echo "$jar"; done)
[ -z "$missing" ] || fail "not in lib: $missing"

echo "== it starts"
ends 0 "^tidemark [0-9]" "$tidemark" --version
ls "$home"/lib/class-data-*.jsa >/dev/null || fail "the first start made no class data"
[ -s "$(ls "$home"/lib/class-data-*.jsa)" ] || fail "the class data could not be made"
ends 0 "^Usage: tidemark" "$tidemark" --help
! grep -q 'warning' "$work/said" || fail "a start with class data warns"
[ -n "$folder" ] || ends 5 "the archive is not installed" "$tidemark" serve archive --help
ends 0 "^Usage: tidemark run" "$tidemark" run --help
ends 2 "Unknown option" "$tidemark" run --no-such-option
mkdir links
ln -s "$tidemark" links/tidemark
ends 0 "^tidemark [0-9]" links/tidemark --version
echo "class data: $(($(stat -c %s "$home"/lib/class-data-*.jsa 2>/dev/null || stat -f %z "$home"/lib/class-data-*.jsa) / 1024 / 1024)) MiB"

if [ -z "$folder" ]; then
  echo "== completions"
  bash -c 'source "$1" && complete -p tidemark >/dev/null' - "$home/completions/tidemark.bash" || fail "bash does not read its completions"
  for shell in bash zsh fish; do
    ends 0 "tidemark" "$tidemark" completion "$shell"
    cmp -s said "$home/completions/tidemark.$shell" || fail "the verb and the file differ: $shell"
    if command -v "$shell" >/dev/null; then "$shell" -n "$home/completions/tidemark.$shell" || fail "$shell does not parse its completions"; fi
  done
fi

echo "== what keeps it from starting ends with 5, never with 1, which is an SLO that was not met"
mkdir -p old/bin
printf '#!/bin/sh\necho "openjdk version \\"11.0.2\\" 2019-01-15" >&2\n' >old/bin/java
chmod +x old/bin/java
ends 5 "is Java 11; Java 17 or newer" env JAVA_HOME="$work/old" "$tidemark" --version
echo 'JAVA_VERSION="1.8.0_392"' >old/release
ends 5 "is Java 8; Java 17 or newer" env JAVA_HOME="$work/old" "$tidemark" --version
ends 5 "no java found" env JAVA_HOME="$work/none" "$tidemark" --version
ends 5 "does not start with the flags '-Xms900g' of TIDEMARK_JAVA_OPTS" env TIDEMARK_JAVA_OPTS=-Xms900g "$tidemark" --version
ends 5 "does not start with the flags of" bash -c "ulimit -v 700000; exec '$tidemark' run"
ends 5 "does not start with the flags of" bash -c "ulimit -v 700000; exec '$tidemark' gate"
mv "$home/lib/tidemark-app.jar" app.jar
ends 5 "is missing" "$tidemark" --version
mv app.jar "$home/lib/tidemark-app.jar"

echo "== class data of another Java, and none that can be made"
data=$(ls "$home"/lib/class-data-*.jsa)
chmod u+w "$data"
for content in "head -c 4096 /dev/urandom" true; do
  $content >"$data"
  # Of the jar's date it counts as the right one; a file of no bytes as one that could not be made.
  touch -r "$home/lib/tidemark-app.jar" "$data"
  ends 0 "^tidemark [0-9]" "$tidemark" --version
  [ "$(wc -l <said)" -eq 1 ] || { cat said; fail "class data that does not fit is not ignored silently"; }
done
touch "$data"
ends 0 "^tidemark [0-9]" "$tidemark" --version
[ -s "$data" ] || fail "class data of another jar is not made again"
chmod a-w "$home/lib"
if [ -w "$home/lib" ]; then
  skip "class data of a folder that cannot be written to: this user can write to every folder"
else
  ends 0 "^tidemark [0-9]" "$tidemark" --version
  [ -s "$(ls cache/tidemark/class-data-*.jsa)" ] || fail "no class data beside a folder that cannot be written to"
fi
chmod u+w "$home/lib"

echo "== the flags of verbs that drive load"
options() { # The flags of the JVM that a command starts, by a java that prints them.
  JAVA_HOME=$work/print "$tidemark" "$@" 2>/dev/null | tr '\n' ' '
}
mkdir -p print/bin
cp "$(dirname "$(dirname "$java_bin")")/release" print/ 2>/dev/null || echo 'JAVA_VERSION="17.0.0"' >print/release
printf '#!/bin/sh\nfor word; do echo "$word"; done\n' >print/bin/java
chmod +x print/bin/java
for verb in run search bench demo calibrate worker; do
  options "$verb" | grep -q 'jvm/measure.options ' || fail "$verb does not measure with bin/jvm/measure.options: $(options "$verb")"
done
options --debug run | grep -q 'jvm/measure.options ' || fail "--debug run does not measure with bin/jvm/measure.options"
options simulate demo-small | grep -q 'jvm/simulate.options ' || fail "simulate does not run with bin/jvm/simulate.options"
for options in "$home"/bin/jvm/*.options; do
  "$java_bin" "@$options" -version >/dev/null 2>&1 || fail "Java refuses $options"
done

echo "== another locale"
ends 0 "^Usage: tidemark" env LC_ALL=tr_TR.UTF-8 "$tidemark" --help
ends 0 "^Usage: tidemark" env TIDEMARK_JAVA_OPTS='-Duser.language=tr -Duser.country=TR' "$tidemark" run --help
ends 0 "imported / phase1" env TIDEMARK_JAVA_OPTS='-Duser.language=tr -Duser.country=TR' "$tidemark" runs import "$root/docs/examples/imports/h200-tuning/phases.csv"
ends 0 "report.html" env TIDEMARK_JAVA_OPTS='-Duser.language=tr -Duser.country=TR' "$tidemark" report --out "$work/report-tr"
ends 0 "report.html" "$tidemark" report --out "$work/report-en"
diff <(grep -v "^Made " report-tr/report.md) <(grep -v "^Made " report-en/report.md) >said || { cat said; fail "a report is another one in another locale"; }

echo "== a checkout purges the jars of an earlier version"
# The plugin's own execution, without a build of all modules.
mkdir -p checkout/app/target/tidemark/lib
cp "$root/pom.xml" checkout/
mkdir -p checkout/app
cp "$root/app/pom.xml" checkout/app/
touch checkout/app/target/tidemark/lib/kafka-clients-0.0.1.jar
(cd checkout && mvn -q -B -f app/pom.xml clean:clean@purge-lib) >purge.log 2>&1 || { tail -20 purge.log; fail "the purge ended with $?"; }
[ ! -e checkout/app/target/tidemark/lib/kafka-clients-0.0.1.jar ] || fail "a stale jar is still there"

if [ -n "$folder" ]; then
  echo "the launcher does what it should"
  exit
fi

echo "== a container that is started again: the same home, and process 1 once more"
if unshare --pid --fork --mount-proc true 2>/dev/null; then
  for round in 1 2; do
    unshare --pid --fork --mount-proc --kill-child "$tidemark" up >"up-$round.log" 2>&1 &
    container=$!
    started+=("$container")
    for _ in $(seq 1200); do grep -q "It is up" "up-$round.log" && break; kill -0 "$container" 2>/dev/null || break; sleep 0.2; done
    grep -q "It is up" "up-$round.log" || { cat "up-$round.log"; fail "start $round did not come up"; }
    grep -q '"pid" : 1,' "$TIDEMARK_HOME/stack.json" || { cat "$TIDEMARK_HOME/stack.json"; fail "the stack is not process 1"; }
    # As a container that is killed: nothing is cleaned up.
    kill -9 "$container"
    wait "$container" 2>/dev/null
  done
else
  skip "the restarted container: unshare --pid is not allowed here (it needs root)"
fi
echo "the launcher does what it should"
