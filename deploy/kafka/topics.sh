#!/usr/bin/env bash
# Creates a team's topics with Kafka's own tools, for clusters whose operators do not run tidemark. What is there stays as it is.
# Schemas are registered by "tidemark admin topics create", which finds these topics and leaves them alone.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: topics.sh --bootstrap-server HOST:PORT --team TEAM [--partitions N] [--replication N] [--command-config FILE]

  --team            [a-z0-9-]{1,32}; topics are called tidemark.TEAM.STREAM
  --partitions      of each topic, fixed for good (default 4)
  --replication     copies of each partition (default: the brokers' default.replication.factor)
  --command-config  client properties, such as credentials
KAFKA_BIN is the folder of kafka-topics.sh; by default it is looked up on the PATH.
TEXT
}

# stream        cleanup.policy  retention.ms ("-": none); the same as io.tidemark.schemas.Topic, by test
readonly TOPICS='
tokens          delete          21600000
requests        delete          604800000
control         compact,delete  15552000000
heartbeats      delete          86400000
servers         delete          604800000
windows         delete          604800000
breaches        compact,delete  15552000000
steps           compact,delete  15552000000
regressions     compact,delete  15552000000
alerts          compact,delete  15552000000
audit           delete          34560000000
run-commands    delete          86400000
dead-letters    delete          1209600000
'

bootstrap=""
team=""
partitions=4
replication=()
access=()
while [[ $# -gt 0 ]]; do
  case "$1" in
    --bootstrap-server) bootstrap="${2:?$1 needs a value}"; shift 2 ;;
    --team) team="${2:?$1 needs a value}"; shift 2 ;;
    --partitions) partitions="${2:?$1 needs a value}"; shift 2 ;;
    --replication) replication=(--replication-factor "${2:?$1 needs a value}"); shift 2 ;;
    --command-config) access=(--command-config "${2:?$1 needs a value}"); shift 2 ;;
    --help) usage; exit 0 ;;
    *) echo "topics.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
  esac
done
if [[ -z "$bootstrap" ]]; then
  echo "topics.sh: --bootstrap-server is required" >&2
  exit 2
fi
if [[ ! "$team" =~ ^[a-z0-9-]{1,32}$ ]]; then
  echo "topics.sh: --team must match [a-z0-9-]{1,32} but was \"$team\"" >&2
  exit 2
fi

while read -r stream policy retention; do
  [[ -n "$stream" ]] || continue
  settings=(--config "cleanup.policy=$policy" --config message.timestamp.type=LogAppendTime)
  if [[ "$retention" != "-" ]]; then
    settings+=(--config "retention.ms=$retention")
  fi
  "${KAFKA_BIN:+$KAFKA_BIN/}kafka-topics.sh" --bootstrap-server "$bootstrap" ${access[@]+"${access[@]}"} \
    --create --if-not-exists --topic "tidemark.$team.$stream" \
    --partitions "$partitions" ${replication[@]+"${replication[@]}"} "${settings[@]}" </dev/null
done <<<"$TOPICS"
