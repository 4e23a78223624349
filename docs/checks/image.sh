#!/usr/bin/env bash
# Builds the packages and the image twice and compares them byte for byte; then starts the image as an operator does: a read-only root, another user, verbs
# of each kind, a signal. Prints sizes and start-up times. Minutes. docs/checks/image.sh [IMAGE.tar]: only starts an image that is built already.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
image=localhost/tidemark-check:$$
trap 'podman rmi -f "$image" >/dev/null 2>&1; podman volume rm -f "tidemark-check-$$" >/dev/null 2>&1; rm -rf "$work"' EXIT
fail() { echo "FAIL: $*"; exit 1; }
skip() { echo "SKIPPED: $*"; }
export CONTAINERS_CONF=${CONTAINERS_CONF:-$root/.ci/containers.conf}
tar=${1:-$root/dist/target/tidemark-image.tar}

if [ $# -eq 0 ]; then
  if ! command -v mmdebstrap >/dev/null 2>&1; then
    skip "the image: mmdebstrap, which makes its base, is not installed (apt-get install mmdebstrap)"
    exit 0
  fi
  sums() { (cd "$root/dist/target" && sha256sum tidemark-*.tar.gz tidemark*.deb tidemark-image.tar); }
  for round in 1 2; do
    "$root/deploy/image/build" >"$work/build.log" 2>&1 || { tail -30 "$work/build.log"; fail "build $round ended with $?"; }
    sums >"$work/sums-$round"
  done
  diff "$work/sums-1" "$work/sums-2" || fail "two builds differ"
  echo "two builds are equal:"
  cat "$work/sums-1"
fi

if ! command -v podman >/dev/null 2>&1; then
  skip "the image in a container: podman is not installed (apt-get install podman runc)"
  "$root/bench/image.sh" "$tar"
  exit
fi
loaded=$(podman load --quiet -i "$tar" 2>"$work/said") || { cat "$work/said"; fail "podman does not load $tar"; }
podman tag "${loaded##*Loaded image: }" "$image" || fail "no image in: $loaded"
options=(--rm --read-only --tmpfs /tmp:rw,exec,size=256m --network host -v "tidemark-check-$$:/data")
if ! podman run "${options[@]}" "$image" --version >"$work/said" 2>&1; then
  grep -q 'OCI runtime\|cgroup\|operation not permitted' "$work/said" && { skip "the image in a container: podman runs none here: $(head -1 "$work/said")"; "$root/bench/image.sh" "$tar"; exit; }
  cat "$work/said"
  fail "the image does not start"
fi
ends() { # exit code, words expected, podman's options, --, arguments
  local expected=$1 words=$2 more=() code
  shift 2
  while [ "$1" != -- ]; do more+=("$1"); shift; done
  shift
  podman run "${options[@]}" ${more[@]+"${more[@]}"} "$image" "$@" >"$work/said" 2>&1
  code=$?
  [ "$code" -eq "$expected" ] && grep -q -- "$words" "$work/said" || { tail -20 "$work/said"; fail "$*: ended with $code, expected $expected and \"$words\""; }
}

echo "== what it says of itself"
podman inspect --format '{{.Config.User}} {{.Config.WorkingDir}} {{index .Config.Labels "org.opencontainers.image.licenses"}}' "$image" >"$work/said"
[ "$(cat "$work/said")" = "10001:10001 /data Apache-2.0" ] || { cat "$work/said"; fail "user, folder or labels are not those expected"; }

echo "== verbs of each kind, with a read-only root"
ends 0 "^tidemark [0-9]" -- --version
ends 0 "^Usage: tidemark serve streams" -- serve streams --help
ends 5 "without the archive" -- serve archive --help
ends 2 "Unknown option" -- run --no-such-option
# A run that drives load, in virtual time; its store, and a report with charts, which need fonts and native libraries.
ends 0 "VALID" -v "$root/deploy/plans/smoke.yaml:/plan.yaml:ro" -- run /plan.yaml --simulate demo-small --out /data/run
ends 0 "report.html" -- report --out /data/report
! grep -q 'charts could not be drawn' "$work/said" || { cat "$work/said"; fail "the image draws no charts"; }
ends 0 "^tidemark [0-9]" --user 4711:0 -- --version
if podman run "${options[@]}" --entrypoint /bin/sh "$image" -c true >/dev/null 2>&1; then
  skip "an image without a shell: the base of this one has one"
fi

echo "== the whole stack in the first process, and a signal"
container=$(podman run -d "${options[@]}" "$image" up) || fail "up does not start"
for _ in $(seq 1200); do podman logs "$container" 2>&1 | grep -q "It is up" && break; podman container exists "$container" || break; sleep 0.2; done
podman logs "$container" 2>&1 | grep -q "It is up" || { podman logs "$container" 2>&1 | tail -20; fail "up does not come up"; }
podman stop --time 60 "$container" >/dev/null || fail "up does not stop"

echo "== sizes and start-up"
"$root/bench/image.sh" "$tar" "$image"
echo "the image does what it should"
