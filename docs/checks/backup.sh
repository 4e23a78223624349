#!/usr/bin/env bash
# Backs a store up between two runs as docs/operate/backup.md says, loses it, restores the backup, and looks whether the second run, which only Kafka
# has then, comes back whole: once with a SQLite file, once with PostgreSQL of the machine (pg_dump, pg_restore).
# Everything on loopback and in a folder of its own; ends only what it started. About 5 min.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
tidemark=${TIDEMARK:-$root/bin/tidemark}
work=$(mktemp -d)
export TIDEMARK_HOME=$work/home
stack= server= postgres=
end() {
  [ -z "$stack" ] || kill "$stack" 2>/dev/null
  [ -z "$server" ] || kill "$server" 2>/dev/null
  wait 2>/dev/null
  [ -z "$postgres" ] || as_postgres "$bin/pg_ctl" -D "$work/postgres/data" -m fast stop >/dev/null
  rm -rf "$work"
}
trap end EXIT
fail() { echo "FAIL: $*"; tail -n 20 "$work"/*.log; exit 1; }
# PostgreSQL refuses to run as root; in a user namespace root is nobody.
as_postgres() { if [ "$(id -u)" = 0 ]; then unshare -U "$@"; else "$@"; fi; }

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
until_said() { # file, pattern, what
  for _ in $(seq 900); do grep -q "$2" "$1" 2>/dev/null && return; sleep 0.2; done
  fail "$3 did not say \"$2\" within 3 min"
}
up() { # store
  "$tidemark" up --store "$1" >"$work/up.log" 2>&1 &
  stack=$!
  until_said "$work/up.log" 'It is up' "tidemark up"
}
down() {
  "$tidemark" down >"$work/down.log" 2>&1 || fail "the stack does not stop"
  wait "$stack"
  stack=
}
# Ends with 4 where a few requests decide nothing; this is about what becomes of the events.
measure() {
  "$tidemark" run "$work/plan.yaml" --target "$url" --set limits.schedule_lag_p99=60s \
    --set limits.calibration_ttft_p99=60s --set limits.calibration_itl_p99=60s >"$work/run.log" 2>&1
  case $? in
    0 | 4) ;;
    *) fail "a run ended with neither 0 nor 4" ;;
  esac
}
# Each run with its requests, final windows and step results, in order: what must be the same after a restore.
contents="SELECT r.run, (SELECT count(*) FROM requests q WHERE q.run = r.run), (SELECT count(*) FROM window_stats w WHERE w.run = r.run AND w.finality = 'FINAL'),
  (SELECT count(*) FROM step_percentiles s WHERE s.run = r.run) FROM run_overview r WHERE r.status = 'ENDED' ORDER BY r.run"

"$tidemark" simulate demo-tuned --port 0 >"$work/server.log" 2>&1 &
server=$!
until_said "$work/server.log" 'http://127.0.0.1:' "tidemark simulate"
url=$(grep -oE 'http://127.0.0.1:[0-9]+' "$work/server.log" | head -1)
sed 's/duration: 45s/duration: 12s/; s/warm_up: 5s/warm_up: 1s/; s/cool_down: 5s/cool_down: 1s/' "$root/deploy/plans/smoke.yaml" >"$work/plan.yaml"

# The last windows of a run are stored some seconds after its end: until nothing came for 20 s.
settled() {
  local before= now= same=0
  for _ in $(seq 60); do
    now=$(rows)
    if [ "$now" = "$before" ]; then same=$((same + 1)); else same=0; fi
    [ "$same" -lt 4 ] || return 0
    before=$now
    sleep 5
  done
  return 1
}
# Runs twice around a backup, loses the store, restores it; the functions rows, backup, lose and restore say how.
check() { # name, store
  up "$2"
  measure
  backup || fail "$1: no backup"
  measure
  settled || fail "$1: rows still come 5 min after the run"
  down
  rows >"$work/before" || fail "$1: no rows"
  [ "$(wc -l <"$work/before")" = 2 ] || fail "$1: not two runs: $(cat "$work/before")"
  lose || fail "$1: the store is still there"
  restore || fail "$1: no restore"
  rows >"$work/restored"
  [ "$(wc -l <"$work/restored")" = 1 ] || fail "$1: the backup does not hold the first run alone: $(cat "$work/restored")"
  up "$2"
  for _ in $(seq 300); do rows >"$work/after"; cmp -s "$work/before" "$work/after" && break; sleep 1; done
  down
  cmp "$work/before" "$work/after" || fail "$1: before: $(cat "$work/before") after: $(cat "$work/after")"
  echo "ok: $1: both runs are whole after the restore: $(tr '\n' ' ' <"$work/after")"
  rm -rf "$TIDEMARK_HOME"
}

if command -v sqlite3 >/dev/null 2>&1; then
  file=$work/results.db
  rows() { sqlite3 "file:$file?mode=ro" "$contents"; }
  backup() { sqlite3 "$file" ".backup $work/backup.db"; }
  lose() { rm "$file"*; }
  restore() { cp "$work/backup.db" "$file"; }
  check SQLite "$file"
else
  echo "SKIPPED: backup of a SQLite store: sqlite3 is not installed (apt-get install sqlite3)"
fi

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
if [ -x "$bin/pg_dump" ] && as_postgres true 2>/dev/null; then
  port=$(free_port)
  mkdir -p "$work/postgres"
  chmod 777 "$work" "$work/postgres"
  as_postgres "$bin/initdb" -D "$work/postgres/data" -U admin -A trust >"$work/initdb.log" 2>&1 || fail "initdb"
  as_postgres "$bin/pg_ctl" -D "$work/postgres/data" -o "-h 127.0.0.1 -p $port -k $work/postgres" -l "$work/postgres.log" -w start >/dev/null || fail "PostgreSQL does not start"
  postgres=yes
  export PGHOST=127.0.0.1 PGPORT=$port PGUSER=admin
  createdb tidemark || fail "createdb"
  rows() { psql -d tidemark -At -c "$contents"; }
  backup() { pg_dump --format=custom --file="$work/backup.dump" tidemark; }
  lose() { dropdb tidemark; }
  restore() { createdb tidemark && pg_restore --exit-on-error --dbname=tidemark "$work/backup.dump"; }
  check PostgreSQL "jdbc:postgresql://127.0.0.1:$port/tidemark?user=admin"
else
  echo "SKIPPED: backup of a PostgreSQL store: no pg_dump in /usr/lib/postgresql, or \`unshare -U\` is not allowed (apt-get install postgresql)"
fi
