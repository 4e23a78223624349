#!/usr/bin/env bash
# Runs the broker's contract, which the embedded broker keeps, on KafkaContainer of Testcontainers: in Kafka's own image through podman's socket, or where it cannot
# be pulled in one of the same name that is made here (docs/checks/compose/parts). Needs root, podman, mmdebstrap, and the jars of a build. Minutes.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
export CONTAINERS_CONF=${CONTAINERS_CONF:-$root/.ci/containers.conf}
skip() { echo "SKIPPED: the broker in a container: $*"; exit 0; }
fail() { echo "FAIL: $*"; exit 1; }
for program in podman runc mmdebstrap; do
  command -v "$program" >/dev/null 2>&1 || skip "$program is not installed (apt-get install podman runc containernetworking-plugins mmdebstrap)"
done
[ "$(id -u)" = 0 ] || skip "not root"
libs=$root/app/target/tidemark/lib
[ -d "$libs" ] || skip "no jars in app/target/tidemark/lib: the build makes them"

work=$(mktemp -d)
service=
trap '[ -z "$service" ] || kill "$service" 2>/dev/null; rm -rf "$work"' EXIT
kafka=$(sed -n 's|^ *image: *${KAFKA_IMAGE:-\(apache/kafka:.*\)}|\1|p' "$root/deploy/compose.yaml")
if timeout 60 podman pull --quiet "docker.io/$kafka" >"$work/pull.log" 2>&1; then
  echo "$kafka was pulled"
else
  "$root/docs/checks/compose/parts" "$work/parts" "$libs" >"$work/parts.log" 2>&1 || { cat "$work/parts.log"; fail "no image $kafka"; }
  echo "$kafka cannot be pulled; it is made of the jars of this build"
fi
export DOCKER_HOST=unix://$work/podman.sock TESTCONTAINERS_RYUK_DISABLED=true
podman system service --time=0 "$DOCKER_HOST" >"$work/service.log" 2>&1 &
service=$!
for _ in $(seq 100); do [ -S "$work/podman.sock" ] && break; sleep 0.1; done

test=ContainerBrokerContractTest
report=$root/cluster/target/surefire-reports/TEST-io.tidemark.cluster.broker.$test.xml
rm -f "$report"
(cd "$root" && mvn -B -Dspotless.check.skip -Denforcer.skip -Djacoco.skip -Dmaven.compiler.useIncrementalCompilation=false -Dtidemark.packages.skip \
  -pl cluster -am -Dtest="$test" -Dsurefire.failIfNoSpecifiedTests=false test) >"$work/mvn.log" 2>&1 || { tail -60 "$work/mvn.log"; fail "$test"; }
[ -s "$report" ] || { tail -60 "$work/mvn.log"; fail "$test did not run"; }
counts=$(grep -m1 '<testsuite ' "$report" | grep -oE ' (tests|errors|skipped|failures)="[0-9]+"' | tr -d '\n')
sed -n 's/.*<testcase name="\([^"]*\)".*time="\([^"]*\)".*/  \1 \2 s/p' "$report"
echo "$test on $kafka:$counts"
case $counts in *' tests="0"'* | *' skipped="'[1-9]*) fail "not every test ran" ;; esac
