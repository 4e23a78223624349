#!/usr/bin/env bash
# Gives a principal its team's topics and nothing else, and bounds what it can take. Needs a cluster with an authorizer.
# Everything of a team is called tidemark.TEAM.*: topics, consumer groups, transactional ids, and the Streams application
# tidemark.TEAM.streams with its internal topics. So one prefix is all that isolation needs.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: access.sh --bootstrap-server HOST:PORT --team TEAM --user NAME
                 [--produce-bytes N] [--fetch-bytes N] [--request-percentage N] [--command-config FILE]

  --user                Kafka principal User:NAME of the team's processes
  --produce-bytes       quota per second and broker (default 20971520)
  --fetch-bytes         quota per second and broker (default 41943040)
  --request-percentage  of one broker thread (default 100)
  --command-config      client properties of an administrator
KAFKA_BIN is the folder of kafka-acls.sh and kafka-configs.sh; by default they are looked up on the PATH.
TEXT
}

bootstrap=""
team=""
user=""
produce=20971520
fetch=41943040
percentage=100
access=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    --bootstrap-server) bootstrap="${2:?$1 needs a value}"; shift 2 ;;
    --team) team="${2:?$1 needs a value}"; shift 2 ;;
    --user) user="${2:?$1 needs a value}"; shift 2 ;;
    --produce-bytes) produce="${2:?$1 needs a value}"; shift 2 ;;
    --fetch-bytes) fetch="${2:?$1 needs a value}"; shift 2 ;;
    --request-percentage) percentage="${2:?$1 needs a value}"; shift 2 ;;
    --command-config) access=(--command-config "${2:?$1 needs a value}"); shift 2 ;;
    --help) usage; exit 0 ;;
    *) echo "access.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
  esac
done
if [[ -z "$bootstrap" || -z "$user" ]]; then
  echo "access.sh: --bootstrap-server and --user are required" >&2
  exit 2
fi
if [[ ! "$team" =~ ^[a-z0-9-]{1,32}$ ]]; then
  echo "access.sh: --team must match [a-z0-9-]{1,32} but was \"$team\"" >&2
  exit 2
fi

"${KAFKA_BIN:+$KAFKA_BIN/}kafka-acls.sh" --bootstrap-server "$bootstrap" ${access[@]+"${access[@]}"} \
  --add --allow-principal "User:$user" --operation All --resource-pattern-type prefixed \
  --topic "tidemark.$team." --group "tidemark.$team." --transactional-id "tidemark.$team."

"${KAFKA_BIN:+$KAFKA_BIN/}kafka-configs.sh" --bootstrap-server "$bootstrap" ${access[@]+"${access[@]}"} \
  --alter --entity-type users --entity-name "$user" \
  --add-config "producer_byte_rate=$produce,consumer_byte_rate=$fetch,request_percentage=$percentage"
