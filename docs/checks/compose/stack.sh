# Sourced by compose.sh and kubernetes.sh in docs/checks, with what is checked and the programs that it needs: deploy/compose.yaml on free ports in a folder
# of its own ($work), with the image of this build and stand-ins of the others, under podman. Both say by `skip` why nothing was checked.
checked=$1
shift
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../.." && pwd)
tidemark=${TIDEMARK:-$root/bin/tidemark}
export CONTAINERS_CONF=${CONTAINERS_CONF:-$root/.ci/containers.conf}
skip() { echo "SKIPPED: $checked: $*"; exit 0; }
for program in podman runc docker-compose mmdebstrap openssl curl "$@"; do
  command -v "$program" >/dev/null 2>&1 || skip "$program is not installed (apt-get install podman runc containernetworking-plugins golang-github-containernetworking-plugin-dnsname docker-compose mmdebstrap catatonit python3-yaml)"
done
[ "$(id -u)" = 0 ] || skip "not root"
java=${JAVA25_HOME:-$(ls -d /usr/lib/jvm/temurin-25* 2>/dev/null | head -1)}
[ -x "$java/bin/java" ] || skip "Apicurio needs Java 21: set JAVA25_HOME, or install a Temurin 25 in /usr/lib/jvm"
image=$root/dist/target/tidemark-image.tar
[ -s "$image" ] || skip "no $image: deploy/image/build makes it"
[ -d "$root/app/target/tidemark/lib" ] || skip "no jars in app/target/tidemark/lib: the build makes them"
[ -d "$root/cluster/target/apicurio" ] || skip "no Apicurio in cluster/target: the build was told to leave it out"

work=$(mktemp -d)
export COMPOSE_PROJECT_NAME=tidemark-check-$$ DOCKER_HOST=unix://$work/podman.sock
children=()
compose() { docker-compose --ansi never -f "$work/deploy/compose.yaml" "$@"; }
before_end() { :; } # what else is to be taken away
end() {
  before_end
  [ ! -f "$work/up.log" ] || compose down -v -t 5 >"$work/down.log" 2>&1 || cat "$work/down.log"
  [ ${#children[@]} -eq 0 ] || kill "${children[@]}" 2>/dev/null
  wait "${children[@]}" 2>/dev/null
  rm -rf "$work"
}
trap end EXIT
more_on_failure() { :; }
fail() {
  echo "FAIL: $*"
  more_on_failure
  [ ! -f "$work/up.log" ] || { compose ps; compose logs --tail=15; }
  exit 1
}

echo "images"
"$root/docs/checks/compose/parts" "$work/parts" "$root/app/target/tidemark/lib" "$root/cluster/target/apicurio" "$java" >"$work/parts.log" 2>&1 || { cat "$work/parts.log"; fail "images cannot be made"; }
loaded=$(podman load --quiet -i "$image") || fail "podman does not load $image"
export TIDEMARK_IMAGE=localhost/tidemark-check:$$
podman tag "${loaded##*Loaded image: }" "$TIDEMARK_IMAGE" || fail "no image in: $loaded"

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
for name in KAFKA REGISTRY STORE CONSOLE PROMETHEUS ALERTMANAGER; do export "TIDEMARK_${name}_PORT=$(free_port)"; done
cp -r "$root/deploy" "$work/deploy"
rm -rf "$work/deploy/compose/secret"
# docker-compose 1.29 does not know the key; the project's name is given here.
sed -i '/^name:/d' "$work/deploy/compose.yaml"
TIDEMARK=$tidemark TIDEMARK_HOME=$work/home "$work/deploy/compose/secrets" || fail "no secrets"

podman system service --time=0 "$DOCKER_HOST" >"$work/service.log" 2>&1 &
children+=($!)
# podman leaves the time of health checks to systemd, which need not run here. One costs a start of Java, so who is healthy is asked each fourth time.
asked() { podman ps -q --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" "$@"; }
round=0
while sleep 10; do
  round=$(((round + 1) % 4))
  healthy=
  [ $round != 0 ] || healthy=--filter=health=healthy
  for container in $(asked --filter health=starting --filter health=unhealthy $healthy); do podman healthcheck run "$container"; done
done >/dev/null 2>&1 &
children+=($!)
for _ in $(seq 100); do [ -S "$work/podman.sock" ] && break; sleep 0.1; done

container() { podman ps -a --format '{{.Names}}' --filter "label=com.docker.compose.project=$COMPOSE_PROJECT_NAME" --filter "label=com.docker.compose.service=$1" | head -1; }
wait_healthy() { # SERVICE...: each within 10 minutes
  local service state
  for service; do
    for _ in $(seq 300); do
      state=$(podman inspect --format '{{.State.Health.Status}}' "$(container "$service")" 2>/dev/null)
      [ "$state" = healthy ] && continue 2
      sleep 2
    done
    fail "$service is $state"
  done
}
up() { # SERVICE...: all if none
  timeout 1800 docker-compose --ansi never -f "$work/deploy/compose.yaml" up -d "$@" >"$work/up.log" 2>&1 || { tail -20 "$work/up.log"; fail "up $*"; }
}

# From outside, by the listener that is published.
export TIDEMARK_HOME=$work/home TIDEMARK_TEAM=perf
export TIDEMARK_KAFKA=127.0.0.1:$TIDEMARK_KAFKA_PORT TIDEMARK_REGISTRY=http://127.0.0.1:$TIDEMARK_REGISTRY_PORT/apis/ccompat/v7
export TIDEMARK_STORE=jdbc:postgresql://127.0.0.1:$TIDEMARK_STORE_PORT/tidemark?user=tidemark
TIDEMARK_STORE_PASSWORD=$(cat "$work/deploy/compose/secret/store-password")
export TIDEMARK_STORE_PASSWORD
make_topics() {
  "$tidemark" admin topics create >"$work/topics.log" 2>&1 || { cat "$work/topics.log"; fail "admin topics create"; }
}

in_store() { # SQL [LOGIN]
  podman exec "$(container postgres)" /usr/lib/postgresql/15/bin/psql -h /run/postgresql -U "${2:-tidemark}" -d tidemark -Atc "$1"
}
# deploy/plans/smoke.yaml sends 2 requests a second for 55 s, of which 45 s are measured.
whole() { # experiment: all requests of its run are in the store once each, and its step's result is final, within 5 minutes
  local requests results
  for _ in $(seq 150); do
    requests=$(in_store "SELECT count(*) || ' ' || count(DISTINCT request) FROM requests JOIN runs USING (team, run) WHERE experiment = '$1'")
    results=$(in_store "SELECT string_agg(finality || ' ' || due || ' ' || missing, ',') FROM step_results WHERE experiment = '$1'")
    [ "$requests" = "111 111" ] && [ "$results" = "FINAL 90 0" ] && return
    sleep 2
  done
  fail "$1: requests (all, distinct) $requests, expected 111 111; results (finality, due, missing) $results, expected FINAL 90 0"
}

# The console at URL reads the topics, and shows who logs in the runs of these experiments and nobody else; its login of the store writes nothing.
shown() { # URL LOGIN EXPERIMENT...
  local url=$1 login=$2 secret=$work/deploy/compose/secret cookie experiment found run
  shift 2
  [ "$(curl -s -o /dev/null -w '%{http_code}' "$url/api/v1/runs")" = 401 ] || fail "the console at $url shows runs without a login"
  curl -sf "$url/" | grep -i '<!doctype html>' >/dev/null || fail "no page at $url/"
  cookie=$(curl -sf -D - -o /dev/null -H 'X-Tidemark-Console: 1' -H 'Content-Type: application/json' \
    --data "{\"token\": \"$(cat "$secret/console-token")\"}" "$url/api/v1/session" | sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\);.*/\1/p')
  [ -n "$cookie" ] || fail "no login at $url"
  for _ in $(seq 60); do
    found=$(curl -sf -H "Authorization: Bearer $(cat "$secret/console-token")" "$url/health")
    grep '"status" *: *"ready"' <<<"$found" >/dev/null && break
    sleep 2
  done
  grep '"status" *: *"ready"' <<<"$found" >/dev/null || fail "the console at $url does not read its topics: $found"
  for experiment; do
    found=$(curl -sf -H "Cookie: $cookie" "$url/api/v1/runs?team=perf&experiment=$experiment")
    run=$(sed -n 's/.*"run" *: *"\([^"]*\)".*/\1/p' <<<"$found")
    [ -n "$run" ] || fail "no run of $experiment on the console at $url: $found"
    curl -sf -H "Cookie: $cookie" "$url/api/v1/teams/perf/runs/$run/windows?metric=ttft" | grep '"windows" *: *\[ *{' >/dev/null || fail "no windows of $experiment on the console at $url"
  done
  [ "$(in_store "SELECT count(*) > 0 FROM pg_stat_activity WHERE usename = '$login'")" = t ] || fail "the console does not read the store as $login"
  found=$(in_store "DELETE FROM runs" "$login" 2>&1) && fail "$login may write to the store"
  grep 'permission denied' <<<"$found" >/dev/null || fail "$login: $found"
  echo "  the console shows $# runs"
}
