#!/usr/bin/env bash
# Sizes of the packages and of the image by layer, and how long the image takes to start: bench/run image builds it first. bench/image.sh TAR IMAGE [ROUNDS]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
tar=${1:?usage: bench/image.sh TAR IMAGE [ROUNDS]} image=${2:?usage: bench/image.sh TAR IMAGE [ROUNDS]} rounds=${3:-5}
mib() { awk -v b="$1" 'BEGIN { printf "%.1f", b / 1048576 }'; }
printf '%-44s %8s\n' "MiB" ""
for file in "$root"/dist/target/tidemark-*.tar.gz "$root"/dist/target/tidemark_*.deb "$tar"; do
  if [ -f "$file" ]; then printf '%-44s %8s\n' "$(basename "$file")" "$(mib "$(stat -c %s "$file")")"; fi
done
printf '%-44s %8s\n' "image, unpacked" "$(mib "$(podman image inspect --format '{{.Size}}' "$image")")"

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
