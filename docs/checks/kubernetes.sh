#!/usr/bin/env bash
# Starts the pods of deploy/kubernetes (overlay dev) with podman, beside Kafka, the registry and PostgreSQL of the compose file; waits until the pages of their
# probes answer; publishes a run by the pod of the Job, and looks whether it is whole in the store and on the console's pages. Then stops all pods as a cluster does, starts them, and
# publishes another. Needs what compose.sh needs, kubectl (kustomize 5), python3-yaml and catatonit. About 10 min. What only a cluster does is not checked:
# admission by Pod Security, network policies, budgets, spreading, schedules.
set -uo pipefail
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/compose/stack.sh" "pods of Kubernetes" kubectl catatonit python3
python3 -c 'import yaml' 2>/dev/null || skip "python3-yaml is not installed (apt-get install python3-yaml)"
kubectl version --client 2>/dev/null | grep '^Kustomize Version: v[5-9]' >/dev/null || skip "kubectl has no kustomize 5"

name=check$$-
played=$work/played
mkdir -p "$played" "$work/plans"
take_down() { # POD FILE...: as kubelet ends them, within their grace
  local file
  for file; do podman kube down "$file" >>"$work/kube-down.log" 2>&1; done
}
before_end() {
  [ ! -s "$work/probes" ] || take_down "$played"/*.yaml
  podman rm -f -t 2 "${name}vllm" >/dev/null 2>&1
  podman volume rm -f $(podman volume ls -q --filter "name=^$name") >/dev/null 2>&1
}
more_on_failure() {
  local pod
  podman pod ps --filter "name=$name"
  for pod in $(podman ps -a --format '{{.Names}}' --filter "name=$name.*-tidemark"); do
    echo "-- $pod"
    podman logs --tail 15 "$pod" 2>&1
  done
}

up kafka registry postgres
wait_healthy kafka registry postgres
make_topics
network=${COMPOSE_PROJECT_NAME}_default
podman run -d --name "${name}vllm" --network "$network" --network-alias vllm --read-only --tmpfs /tmp:rw,exec,size=256m -v "${name}vllm:/data" "$TIDEMARK_IMAGE" \
  simulate --host 0.0.0.0 --port 8000 >/dev/null || fail "no server to measure"

# An operator's own overlay: the addresses.
mkdir "$work/deploy/kubernetes/overlays/check"
cat >"$work/deploy/kubernetes/overlays/check/kustomization.yaml" <<'END'
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: tidemark-dev
resources: [ ../dev ]
generatorOptions: { disableNameSuffixHash: true }
configMapGenerator:
  - name: tidemark-settings
    behavior: merge
    literals:
      - kafka=kafka:19092
      - registry=http://registry:8080/apis/ccompat/v7
      - store=jdbc:postgresql://postgres/tidemark?user=tidemark
      - store-reader=jdbc:postgresql://postgres/tidemark?user=tidemark_perf_reader
END
secret=$work/deploy/compose/secret
for user in service reader producer run; do
  mkdir -p "$work/secrets/tidemark-$user"
  : >"$work/secrets/tidemark-$user/kafka.properties"
  : >"$work/secrets/tidemark-$user/registry.properties"
done
# The console is a reader of its team, as an administrator makes it.
{ "$tidemark" admin store migrate && "$tidemark" admin team add perf --store-only --apply --secrets "$work/perf-secrets"; } >"$work/team.log" 2>&1 || { cat "$work/team.log"; fail "admin team add"; }
cp "$work/perf-secrets/tidemark_perf_reader.password" "$work/secrets/tidemark-reader/store-password"
for user in service run; do cp "$secret/store-password" "$work/secrets/tidemark-$user/"; done
mkdir "$work/secrets/tidemark-http"
cp "$secret/http-tokens.json" "$work/secrets/tidemark-http/tokens.json"
# Secrets are readable by the group of the containers; mktemp's folder is closed to it.
chmod 755 "$work"

render() { # EXPERIMENT: the pods, with a Job of that experiment
  # On a machine that is busy a client that is slow, or late once, voids the run; this is about what becomes of the events.
  sed "s/^experiment:.*/experiment: $1/" "$root/deploy/plans/smoke.yaml" >"$work/plans/smoke.yaml"
  { kubectl kustomize "$work/deploy/kubernetes/overlays/check" && echo --- && sed 's|^\( *\)- --quiet|&\n\1- --set=limits.schedule_lag_p99=60s\n\1- --no-calibrate|' "$root/deploy/kubernetes/jobs/run.yaml"; } >"$work/rendered.yaml" || fail "kubectl kustomize"
  "$root/docs/checks/kubernetes/pods" "$work/rendered.yaml" "$played" "$name" "$TIDEMARK_IMAGE" "$work/secrets" "$work/plans" >"$work/probes" || fail "no pods of the manifests"
}
play() { # COMPONENT...
  local component
  for component; do
    podman kube play --network "$network" "$played/$component.yaml" >"$work/play.log" 2>&1 || { cat "$work/play.log"; fail "kube play of $component"; }
  done
}
address() { podman inspect --format "{{(index .NetworkSettings.Networks \"$network\").IPAddress}}" "$(podman pod inspect --format '{{.InfraContainerID}}' "$1")"; }
wait_probes() { # every page of every probe answers 200, within 10 minutes
  local pod probe scheme port path url code
  while read -r pod probe scheme port path; do
    for _ in $(seq 40); do
      url=$scheme://$(address "$pod"):$port$path
      code=$(curl -sk -o /dev/null -m 10 -w '%{http_code}' "$url")
      [ "$code" = 200 ] && continue 2
      sleep 15
    done
    fail "$probe of $pod: $url answers $code"
  done <"$work/probes"
  echo "  $(wc -l <"$work/probes") probes of $(cut -d' ' -f1 "$work/probes" | sort -u | wc -l) pods answer 200"
}
run_job() { # EXPERIMENT
  local code
  play run
  code=$(podman wait --interval 15s "${name}tidemark-run-tidemark")
  [ "$code" = 0 ] || { podman logs "${name}tidemark-run-tidemark"; fail "the Job of $1 ended with $code"; }
  take_down "$played/run.yaml"
  whole "$1"
  echo "  run $1: 111 requests whole in the store, and its pod is gone"
}

services=(sink streams exporter scrape alerts console)
echo "pods: ${services[*]}"
render job
play "${services[@]}"
wait_probes
pod=$(awk '/streams/ { print $1; exit }' "$work/probes")
[ "$(curl -s -o /dev/null -w '%{http_code}' "http://$(address "$pod"):9464/metrics")" = 401 ] || fail "/metrics without a token"
curl -sf -H "Authorization: Bearer $(cat "$secret/prometheus-token")" "http://$(address "$pod"):9464/metrics" | grep '^tidemark_streams_health' >/dev/null || fail "/metrics with a token"
run_job job
shown "http://$(address "${name}tidemark-console"):9464" tidemark_perf_reader job
# The broker knows the host by its pod's name.
podman logs "$(container kafka)" 2>&1 | grep "$pod-1-.*1 of which are static" >/dev/null || fail "no static member $pod-1 in the broker's log"
echo "  the pod's name is the static member"

echo "all pods stopped and started"
for component in "${services[@]}"; do
  pod=$(awk -v c="tidemark-$component" 'index($1, c) { print $1; exit }' "$work/probes")
  podman pod stop -t 90 "$pod" >/dev/null || fail "$pod does not stop"
  code=$(podman inspect --format '{{.State.ExitCode}}' "$pod-tidemark")
  echo "  $component ended with $code"
  [ "$code" != 137 ] || fail "$component did not end within its grace"
  take_down "$played/$component.yaml"
done
render job-after
play "${services[@]}"
wait_probes
run_job job-after
whole job
shown "http://$(address "${name}tidemark-console"):9464" tidemark_perf_reader job job-after
echo "ok: 2 runs of 111 requests whole in the store"
