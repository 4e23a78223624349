#!/usr/bin/env bash
# Runs every command of a tutorial, in its order, in a folder of its own and against the simulator: docs/checks/tutorial.sh [PAGE]; without a page, of each
# one in docs/tutorial. Comments in a page say what is expected:
#   <!-- file: NAME -->                       the next yaml block is saved under that name
#   <!-- background, ready: WORDS -->         the next sh block runs on; the next command waits until it has printed the words
#   <!-- exit: CODE|any, shows: PATTERN -->   exit code of the next sh block (0 unless said), and what its output must hold
#   <!-- exit: CODE, soon, shows: PATTERN --> the same of something that comes by itself: the block is run until it does, for five minutes at most
# Another program than bin/tidemark: TIDEMARK=/path/to/tidemark docs/checks/tutorial.sh
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
if [ $# -eq 0 ]; then
  for page in "$root"/docs/tutorial/*.md; do bash "${BASH_SOURCE[0]}" "$page" || exit; done
  exit
fi
page=$(readlink -f "$1")
program=$(readlink -f "${TIDEMARK:-$root/bin/tidemark}")
work=$(mktemp -d)
background=
trap '[ -z "$background" ] || { kill "$background" 2>/dev/null; wait "$background" 2>/dev/null; }; rm -rf "$work"' EXIT
cd "$work" || exit 5
export TIDEMARK_HOME=$work/tidemark
mkdir "$work/bin" && ln -s "$program" "$work/bin/tidemark"
export PATH=$work/bin:$PATH
fail() { echo "FAIL: $*"; exit 1; }

run_block() { # file with commands, expected exit code, pattern, seconds to wait for them
  local file=$1 end=$((SECONDS + $4)) wrong
  sed 's/^/$ /' "$file"
  while true; do
    wrong=$(run_once "$@")
    [ -n "$wrong" ] && [ "$SECONDS" -lt "$end" ] || break
    sleep 1
  done
  cat output.log error.log
  [ -z "$wrong" ] || fail "$wrong"
}

run_once() { # as run_block; says what is wrong
  local file=$1 expected=$2 pattern=$3 code
  bash -u "$file" >output.log 2>error.log
  code=$?
  case $expected in
    any) case $code in 0 | 1 | 4) ;; *) echo "ended with $code, which is neither 0, 1 nor 4" ;; esac ;;
    *) [ "$code" -eq "$expected" ] || echo "ended with $code, expected $expected" ;;
  esac
  # Sentences may be broken over lines.
  [ -z "$pattern" ] || cat output.log error.log | tr -s ' \n' ' ' | grep -qE "$pattern" || echo "the output does not hold \"$pattern\""
}

start_block() { # file with commands, words that tell that it is ready
  sed 's/^/$ /' "$1"
  bash -u -c "$(sed '1s/^tidemark/exec tidemark/' "$1")" >background.log 2>&1 &
  background=$!
  for _ in $(seq 1500); do
    grep -q "$2" background.log && return
    kill -0 "$background" 2>/dev/null || break
    sleep 0.2
  done
  cat background.log
  fail "it did not say \"$2\""
}

expectation= block= kind= blocks=0
while IFS= read -r line; do
  if [ -n "$kind" ]; then
    if [ "$line" != '```' ]; then
      printf '%s\n' "$line" >>"$block"
      continue
    fi
    case $kind:$expectation in
      yaml:*"file: "*) cp "$block" "${expectation#*file: }" ;;
      sh:*"background"*) start_block "$block" "${expectation#*ready: }" ;;
      sh:*)
        code=0 pattern= patience=0
        [[ $expectation =~ exit:\ ([a-z0-9]+) ]] && code=${BASH_REMATCH[1]}
        [[ $expectation =~ shows:\ (.*)$ ]] && pattern=${BASH_REMATCH[1]}
        [[ $expectation == *", soon,"* ]] && patience=300
        run_block "$block" "$code" "$pattern" "$patience"
        ;;
    esac
    blocks=$((blocks + 1)) kind= expectation=
    continue
  fi
  case $line in
    '<!-- '*' -->') expectation=${line#<!-- } expectation=${expectation% -->} ;;
    '```sh' | '```yaml') kind=${line#'```'} block=$work/block.$kind; : >"$block" ;;
  esac
done <"$page"
[ "$blocks" -ge 10 ] || fail "only $blocks blocks of commands were found in $page"
wait "$background"
echo "the $blocks blocks of $page do what it says"
