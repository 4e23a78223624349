package io.tidemark.alerts.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RouteTest {
    private static final AlertsFile FILE =
            AlertsFileReader.parse("""
            receivers:
              - { name: page, webhook: { url: "http://h/1" } }
              - { name: chat, webhook: { url: "http://h/2" } }
              - { name: log, webhook: { url: "http://h/3" } }
            routes:
              - { match: { severity: info }, receivers: log }
              - { match: { team: perf }, receivers: [ log, chat ], continue: true }
              - { match: { severity: [ page, ticket ], labels: { label_owner: [ ann, bob ] } }, receivers: page }
              - { match: { kind: [ SloBreach, TargetDown ], experiment: tune }, receivers: [ page, log ] }
              - { receivers: chat }
            """, Path.of("alerts.yaml"), Map.of(), new KnownKeys());

    @Test
    void theFirstRouteThatMatchesCounts() {
        assertThat(receivers("nightly", Map.of("severity", "info"))).containsExactly("log");
        assertThat(receivers("nightly", Map.of("severity", "page", "label_owner", "bob")))
                .containsExactly("page");
    }

    @Test
    void aRouteThatContinuesAddsItsReceiversOnce() {
        assertThat(receivers("perf", Map.of("experiment", "tune"))).containsExactly("log", "chat", "page");
    }

    @Test
    void everyConditionOfARouteMustHold() {
        assertThat(receivers("nightly", Map.of("severity", "page", "label_owner", "eve")))
                .as("another owner")
                .containsExactly("chat");
        assertThat(receivers("nightly", Map.of("severity", "page")))
                .as("no owner")
                .containsExactly("chat");
        assertThat(receivers("nightly", Map.of("alertname", "Regression", "experiment", "tune")))
                .containsExactly("chat");
    }

    /** Labels of runs come from whoever runs them. */
    @Test
    void theTeamOfARouteIsTheOneThatTheAlertIsOfWhateverItsLabelsSay() {
        assertThat(receivers("nightly", Map.of("team", "perf", "label_team", "perf", "severity", "ticket")))
                .containsExactly("chat");
        assertThat(receivers("perf", Map.of("team", "nightly", "label_team", "nightly", "severity", "ticket")))
                .containsExactly("log", "chat");
    }

    private static List<String> receivers(String team, Map<String, String> labels) {
        ImmutableSortedMap.Builder<String, String> all = ImmutableSortedMap.naturalOrder();
        all.putAll(labels);
        if (!labels.containsKey("alertname")) {
            all.put("alertname", "SloBreach");
        }
        Alert alert = new Alert(
                new Team(team),
                all.buildOrThrow(),
                Instant.EPOCH,
                Optional.empty(),
                AlertState.FIRING,
                "",
                1,
                Instant.EPOCH,
                ImmutableSortedMap.of(),
                "");
        return FILE.receiversOf(alert);
    }
}
