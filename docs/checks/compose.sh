#!/usr/bin/env bash
# Starts deploy/compose.yaml as an operator does, publishes runs to it from outside, ends each container in mid-run as a crash does, and looks whether every
# run is whole in the store, before and after all was stopped and started, and on the console's pages. Needs root, podman, docker-compose and mmdebstrap;
# images of other projects are made here (docs/checks/compose/parts). About 30 min. docs/checks/compose.sh [CONTAINER...]: ends only these.
set -uo pipefail
ends=("$@")
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/compose/stack.sh" "the compose file in containers"

services=$(compose config --services)
echo "up: $(echo $services)"
up kafka registry
wait_healthy kafka registry
make_topics
up
wait_healthy $services

server=$(free_port)
"$tidemark" simulate --port "$server" >"$work/simulate.log" 2>&1 &
children+=($!)
for _ in $(seq 300); do curl -sf "http://127.0.0.1:$server/v1/models" >/dev/null && break; sleep 0.2; done

# On a machine that is busy a client that is slow, or late once, voids the run; this is about what becomes of the events.
run() { # experiment
  "$tidemark" run "$work/deploy/plans/smoke.yaml" --target "http://127.0.0.1:$server" --set "experiment=$1" --set limits.schedule_lag_p99=60s --no-calibrate --quiet >"$work/$1.log" 2>&1
}
answered() { curl -sf "http://127.0.0.1:$server/metrics" | awk '/^vllm:request_success_total/ { sum += $NF } END { print int(sum) }'; }
runs=()
for service in ${ends[*]:-$services}; do
  name=ends-$service
  before=$(answered)
  run "$name" &
  load=$!
  # In the middle of its load, however long the machine takes to begin it.
  while kill -0 "$load" 2>/dev/null && [ "$(answered)" -lt $((before + 20)) ]; do sleep 1; done
  # As a crash ends it: nobody asked podman to stop it, so that its restart policy starts it again.
  kill -9 "$(podman inspect --format '{{.State.Pid}}' "$(container "$service")")"
  code=0
  wait "$load" || code=$?
  wait_healthy $services
  # A run that did not wait for Kafka to come back kept its events, and says how to publish them.
  if [ "$code" = 5 ] && grep -q 'admin spool publish' "$work/$name.log"; then
    "$tidemark" admin spool publish "$TIDEMARK_HOME"/spool/* >>"$work/$name.log" 2>&1 || { cat "$work/$name.log"; fail "the spool of $name cannot be published"; }
    echo "  the run's spool was published"
  elif [ "$code" != 0 ]; then
    cat "$work/$name.log"
    fail "the run during which $service ended: exit code $code"
  fi
  runs+=("$name")
  for done in "${runs[@]}"; do whole "$done"; done
  echo "$service ended and came back: ${#runs[@]} runs whole"
done

echo "down and up"
timeout 600 docker-compose --ansi never -f "$work/deploy/compose.yaml" down -t 90 >"$work/down.log" 2>&1 || { cat "$work/down.log"; fail "down"; }
up
wait_healthy $services
run after || { cat "$work/after.log"; fail "the run after all was stopped"; }
for done in "${runs[@]}" after; do whole "$done"; done
shown "http://127.0.0.1:$TIDEMARK_CONSOLE_PORT" tidemark_reader "${runs[@]}" after

up=$(curl -sf "http://127.0.0.1:$TIDEMARK_PROMETHEUS_PORT/api/v1/query" --data-urlencode 'query=sum(up{job=~"tidemark.*"})' | sed -n 's/.*"value":\[[^,]*,"\([0-9]*\)".*/\1/p')
[ "$up" = 5 ] || fail "Prometheus reads $up of 5 pages"
in_alertmanager=$(curl -sf "http://127.0.0.1:$TIDEMARK_ALERTMANAGER_PORT/api/v2/status" | grep -c '"versionInfo"')
[ "$in_alertmanager" = 1 ] || fail "Alertmanager does not answer"
echo "ok: $((${#runs[@]} + 1)) runs of 111 requests whole in the store"
