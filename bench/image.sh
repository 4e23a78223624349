#!/usr/bin/env bash
# Sizes of the packages and of the image, what the ten largest jars are for, and how long the image takes to start: bench/run image builds it first.
# bench/image.sh TAR [IMAGE [ROUNDS]]: without an image in podman only the sizes.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
tar=${1:?usage: bench/image.sh TAR [IMAGE [ROUNDS]]} image=${2:-} rounds=${3:-5}
mib() { awk -v b="$1" 'BEGIN { printf "%.1f", b / 1048576 }'; }
printf '%-44s %8s\n' "MiB" ""
for file in "$root"/dist/target/tidemark-*.tar.gz "$root"/dist/target/tidemark*.deb "$tar"; do
  if [ -f "$file" ]; then printf '%-44s %8s\n' "$(basename "$file")" "$(mib "$(stat -c %s "$file")")"; fi
done
purpose() { # a jar's name without its version
  case $1 in
    kafka-clients) echo "the protocol of Kafka, for brokers, streams, producers and readers" ;;
    scala-library | kafka_*) echo "the embedded broker, whose core is in Scala" ;;
    kafka-streams) echo "the topology of serve streams and of the embedded stack" ;;
    tokenizers) echo "Hugging Face's tokenizers in native code: exact prompt lengths" ;;
    parquet-*) echo "files of Parquet" ;;
    guava) echo "immutable collections; Confluent's client and Kafka name it too" ;;
    sqlite-jdbc) echo "the store of one machine, SQLite in native code" ;;
    postgresql) echo "the store of several machines" ;;
    commons-math3) echo "distributions and their quantiles" ;;
    prometheus-metrics-exposition-formats) echo "metrics as protobuf, for native histograms" ;;
    vertx-core) echo "the HTTP servers of the schema registry and the simulator" ;;
    kotlin-stdlib) echo "the HTTP server of the console and of health pages" ;;
    jackson-databind) echo "JSON and YAML" ;;
    jfreechart) echo "charts of reports" ;;
    flink-*) echo "the archive's job" ;;
    hadoop-*) echo "classes that Parquet's writer names" ;;
    tidemark-*) echo "Tidemark" ;;
    *) echo "bench/image.sh: say here what $1 is for" >&2; return 1 ;;
  esac
}
for file in "$root"/dist/target/tidemark-*.tar.gz; do
  [ -f "$file" ] || continue
  printf '\n%-52s %5s  %s\n' "$(basename "$file" .tar.gz): ten largest jars" MiB "what it is for"
  # Without the head that ends early tar would end by a signal.
  tar tvzf "$file" | awk '/\.jar$/ { sub(".*/", "", $NF); print $3, $NF }' | sort -rn | awk 'NR <= 10' | while read -r bytes jar; do
    printf '%-52s %5s  %s\n' "$jar" "$(mib "$bytes")" "$(purpose "$(sed -E 's/-[0-9][^-]*(-.*)?\.jar$//; s/\.jar$//' <<<"$jar")")"
  done
done
[ -n "$image" ] || exit 0
printf '\n%-44s %8s\n' "image, unpacked" "$(mib "$(podman image inspect --format '{{.Size}}' "$image")")"

TIMEFORMAT=%R
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options=(--rm --read-only --tmpfs /tmp:rw,exec,size=256m --network none)
for _ in $(seq "$rounds"); do
  { time podman run "${options[@]}" --entrypoint java "$image" -Xshare:auto -version >/dev/null 2>&1; } 2>>"$work/java"
  { time podman run "${options[@]}" "$image" --version >/dev/null 2>&1; } 2>>"$work/version"
  { time podman run "${options[@]}" "$image" serve streams --help >/dev/null 2>&1; } 2>>"$work/serve"
done
printf '%-44s %8s %8s\n' "seconds, container included" best median
row() { sort -n "$work/$2" | awk -v title="$1" '{ s[NR] = $1 } END { printf "%-44s %8.2f %8.2f\n", title, s[1], s[int((NR + 1) / 2)] }'; }
row "java -version" java
row "tidemark --version (a JVM of its own)" version
row "tidemark serve streams --help (first process)" serve
echo "$rounds rounds in turns; load average at the end: $(uptime | sed 's/.*load average[s]*: //')"
