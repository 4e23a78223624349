#!/usr/bin/env bash
# Shows that each build check bites: a small module that breaks one rule must fail for that rule's reason, and the same module without the fault must pass.
# Then that a test bites for each promise of docs/operate/security.md: all of these tests must pass in a copy of the tree, and each must fail once the line
# of code that keeps its promise is changed.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$root/target/bite
rm -rf "$work"
failures=0

module() { # name, body of class Sample, extra dependencies
  local dir=$work/$1
  mkdir -p "$dir/src/main/java/sample"
  cat >"$dir/pom.xml" <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>io.tidemark</groupId>
    <artifactId>tidemark-parent</artifactId>
    <version>0.1.0-SNAPSHOT</version>
    <relativePath>../../../pom.xml</relativePath>
  </parent>
  <artifactId>bite-$1</artifactId>
  <dependencies>
    <dependency><groupId>org.jspecify</groupId><artifactId>jspecify</artifactId></dependency>
    $3
  </dependencies>
</project>
XML
  printf '@NullMarked\npackage sample;\n\nimport org.jspecify.annotations.NullMarked;\n' >"$dir/src/main/java/sample/package-info.java"
  printf '%s\n' "$2" >"$dir/src/main/java/sample/Sample.java"
}

expect() { # name, what the output must hold ("" = must pass)
  local out
  if out=$(cd "$work/$1" && mvn -B compile 2>&1); then
    if [ -z "$2" ]; then echo "passes, as it should: $1"; return; fi
    echo "DID NOT BITE: $1"; failures=$((failures + 1)); return
  fi
  if [ -n "$2" ] && grep -q "$2" <<<"$out"; then echo "bites: $1 ($2)"; return; fi
  echo "FAILED FOR ANOTHER REASON: $1"; grep ERROR <<<"$out" | head -5; failures=$((failures + 1))
}

good='package sample;

final class Sample {
    int twice(int number) {
        return 2 * number;
    }
}'
module control "$good" ""
expect control ""

module format "${good//    return/  return}" ""
expect format "spotless"

module lint "$(sed 's/int twice(int number) {/int twice(int number) {\n        java.util.List raw = new java.util.ArrayList<String>();/' <<<"$good")" ""
expect lint "warnings found and -Werror"

module error-prone "$(sed 's/return 2 \* number;/new IllegalStateException("lost");\n        return 2 * number;/' <<<"$good")" ""
# As bin/build compiles it passes, and must not pass for checked after that.
(cd "$work/error-prone" && mvn -q -B -Dunchecked compile) || { echo "DOES NOT COMPILE WITHOUT CHECKS: error-prone"; failures=$((failures + 1)); }
expect error-prone "DeadException"

module nullaway 'package sample;

final class Sample {
    String name() {
        return null;
    }
}' ""
expect nullaway "NullAway"

module banned "$good" '<dependency><groupId>org.projectlombok</groupId><artifactId>lombok</artifactId><version>1.18.42</version></dependency>'
expect banned "banned"


# A library at another version than the one that another library wants.
module convergence "$good" '<dependency><groupId>org.apache.commons</groupId><artifactId>commons-text</artifactId><version>1.10.0</version></dependency>
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-lang3</artifactId><version>3.11</version></dependency>'
expect convergence "Dependency convergence error"

tree=$work/tree
mkdir -p "$tree"
(cd "$root" && git ls-files -z | xargs -0 cp --parents -t "$tree")
log=$work/broken.log

tested() { # modules, test classes; what Maven prints is in the log
  (cd "$tree" && mvn -B -q -Dquick -Dmaven.compiler.useIncrementalCompilation=false -Dtidemark.excludedGroups='long | faults' -Dtest="$2" -Dsurefire.failIfNoSpecifiedTests=false -pl "$1" -am package) >"$log" 2>&1
}

promises=() # five fields each
broken() { # promise, module, test class, file, Perl expression that changes the file
  promises+=("$@")
}

change() { # as broken
  local file=$tree/$4
  cp "$file" "$work/kept"
  perl -0pi -e "$5" "$file"
  if cmp -s "$file" "$work/kept"; then echo "CHANGES NOTHING: $1 ($4)"; failures=$((failures + 1)); return; fi
  if tested "$2" "$3"; then
    echo "DID NOT BITE: $1 ($3)"; failures=$((failures + 1))
  elif grep -q "$3.* <<< \(FAILURE\|ERROR\)!" "$log"; then
    echo "bites: $1 ($3)"
  else
    echo "FAILED FOR ANOTHER REASON: $1"; grep ERROR "$log" | head -5; failures=$((failures + 1))
  fi
  mv "$work/kept" "$file" && touch "$file"
}

streams=streams/src/main/java/io/tidemark/streams
schemas=schemas/src/main/java/io/tidemark/schemas
broken "sizes are checked before memory is taken" streams TeamLimitsTest $schemas/RecordLimits.java \
  's/atMost\(field.count, field.path, entries.size\(\)\);//'
broken "what is implausible becomes a dead letter" streams HostileValuesTest $streams/validation/ControlValidator.java \
  's/ValueRanges.requireStamps\(event\);//'
broken "foreign schemas are bounded" schemas WriterSchemasTest $schemas/serde/WriterSchemaLimits.java \
  's/if \(extent.isEmpty\)/if (extent.isEmpty && extent.nodes < 0)/'
broken "what one run takes is not taken from another" streams TeamLimitsTest $streams/run/RunHoldings.java \
  's/hold\(TeamLimit.RUNS, 1\);//'
broken "what one team takes is not taken from another" streams TeamLimitsTest $streams/processor/TeamUsage.java \
  's/private (final Map<TeamLimit, AtomicLong> held.*?)held.put\(/private static $1held.putIfAbsent(/s'
broken "a result is no larger than its topic takes" streams FailedCommitTest $streams/processor/RoutedRecord.java \
  's/value.length > destination.maxBytes\(\)/value.length < 0/'
broken "a schema that the team may not read is a dead letter" schemas WriterSchemasTest $schemas/serde/SchemaRegistry.java \
  's/== DENIED && mayRead/== CONFLICT && mayRead/'
broken "ids are answered while schemas are compared" cluster RequestHandlerTest \
  cluster/src/main/java/io/tidemark/cluster/registry/http/HandlerThreads.java 's/"registry-check", 1/"registry-read", READERS/'
broken "teams take turns at a receiver" app/alerts DeliveryQueueTest app/alerts/src/main/java/io/tidemark/alerts/dispatch/DeliveryQueue.java \
  's/lines.remove\(entry.getKey\(\)\);\s*lines.put\(entry.getKey\(\), line\);//'
broken "one team's rows keep no other from its partitions" sinks PostgresTimePartitionsTest \
  sinks/src/main/resources/io/tidemark/sinks/store/postgres/migrations/001_baseline.sql 's/%%2\$I < %%4\$s RETURNING/false RETURNING/'
broken "a saved run that cannot be read ends no team" streams UnreadableStateTest $streams/run/RunStore.java \
  's/Containment.run\(\(\) -> restore\(run, kind, parts\[2\], entry.value\)\)\s*.ifPresent\(reason -> failed.put\(run.run\(\), reason\)\);/restore(run, kind, parts[2], entry.value);/'
web=app/web/src/main/java/io/tidemark/web/server
broken "renewed certificates are taken" app/web WebServerTest $web/TlsRenewal.java 's/contexts.reload\(.*?\);//'
broken "TLS 1.2 and 1.3 are spoken" app/web WebServerTest $web/TlsRenewal.java 's/"TLSv1.3", "TLSv1.2"/"TLSv1.3"/'
broken "probes answer under load" app/web SlowCallersTest $web/CallerTurns.java 's/probes.contains\(Request.getPathInContext\(request\)\)/probes.contains("")/'
broken "probes have connections of their own" app/web SlowCallersTest $web/Connections.java 's/probes.contains\(Request.getPathInContext\(request\)\)/probes.contains("")/'
broken "a head has a time in all" app/web SlowCallersTest $web/Connections.java 's/connection.network.close\(\);//'
broken "of a trusted proxy only what it added is believed" app/web WebServerTest $web/TrustedProxies.java 's/i >= 0 && has\(nearest\)/i >= 0/'
broken "no X-Forwarded header is believed" app/web WebServerTest $web/WebServer.java \
  's/http -> (http.addCustomizer\(new SecurityHeaders\(tls.isPresent\(\)\)\))/http -> { http.addCustomizer(new org.eclipse.jetty.server.ForwardedRequestCustomizer()); $1; }/'

field() { # number of a field: its values with commas between
  for ((i = $1; i < ${#promises[@]}; i += 5)); do echo "${promises[i]}"; done | sort -u | paste -sd,
}
if ! tested "$(field 1)" "$(field 2)"; then
  echo "DOES NOT PASS UNCHANGED"; grep ERROR "$log" | head -5; exit 1
fi
echo "passes, as it should: every promise"
for ((i = 0; i < ${#promises[@]}; i += 5)); do change "${promises[@]:i:5}"; done

[ $failures -eq 0 ]
