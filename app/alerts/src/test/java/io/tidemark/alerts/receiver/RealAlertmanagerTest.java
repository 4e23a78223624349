package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.fixtures.process.Await;
import io.tidemark.prometheus.AlertmanagerServer;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against the Alertmanager of this machine. */
@Tag("integration")
final class RealAlertmanagerTest {
    @TempDir
    private Path folder;

    @BeforeAll
    static void alertmanagerIsInstalled() {
        assumeTrue(
                AlertmanagerServer.obstacle().isEmpty(),
                () -> AlertmanagerServer.obstacle().orElseThrow());
    }

    @Test
    void firingShowsUpWithOurLabelsAndResolvedTakesItAway() throws IOException {
        try (ReceivingServer hook = ReceivingServer.start();
                AlertmanagerServer server = AlertmanagerServer.start(folder, configuration(hook))) {
            Instant start = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);
            Receiver receiver = receiver(server);

            assertThat(receiver.send(List.of(firing(start)))).isEqualTo(new SendResult.Delivered());
            Await.until(() -> active(server).size() == 1, server::alerts);
            JsonNode alert = active(server).get(0);
            assertThat(alert.at("/labels/alertname").asText()).isEqualTo("SloBreach");
            assertThat(alert.at("/labels/team").asText()).isEqualTo("perf");
            assertThat(alert.at("/labels/run").asText()).isEqualTo("r-7");
            assertThat(Instant.parse(alert.path("startsAt").asText())).isEqualTo(start);
            Await.until(() -> told(hook, "firing") == 1, () -> hook.requests().toString());

            assertThat(receiver.send(List.of(resolved(start)))).isEqualTo(new SendResult.Delivered());
            Await.until(() -> active(server).isEmpty(), server::alerts);
            Await.until(() -> told(hook, "resolved") == 1, () -> hook.requests().toString());
        }
    }

    @Test
    void afterARestartThatForgotTheAlertItsEndIsToldStill() throws IOException {
        try (ReceivingServer hook = ReceivingServer.start();
                AlertmanagerServer server = AlertmanagerServer.start(folder, configuration(hook))) {
            Instant start = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);
            Receiver receiver = receiver(server);
            receiver.send(List.of(firing(start)));
            Await.until(() -> told(hook, "firing") == 1, () -> hook.requests().toString());

            server.restart();
            assertThat(active(server)).as("it keeps alerts in memory").isEmpty();
            Notification over = resolved(start);
            assertThat(receiver.send(List.of(over))).isEqualTo(new SendResult.Delivered());
            Await.until(() -> told(hook, "firing") == 2, () -> hook.requests().toString());
            assertThat(receiver.send(List.of(over))).isEqualTo(new SendResult.Delivered());

            Await.until(() -> told(hook, "resolved") == 1, () -> hook.requests() + server.get("/metrics"));
        }
    }

    /** It tells a group at once, and changes of it after a second. */
    private static String configuration(ReceivingServer hook) {
        return """
                route: { receiver: hook, group_by: [ alertname, run ], group_wait: 1s, group_interval: 1s, repeat_interval: 1h }
                receivers:
                  - name: hook
                    webhook_configs: [ { url: '%s/hook', send_resolved: true } ]
                """.formatted(hook.url());
    }

    private static Receiver receiver(AlertmanagerServer server) {
        String kind = """
                alertmanager: { urls: [ "%s" ], resend: 1m }
                connection: { timeout: 1m }
                """.formatted(server.url());
        return Opened.receiver(kind, Map.of(), InstantSource.system());
    }

    private static long told(ReceivingServer hook, String status) {
        return hook.requests().stream()
                .filter(request -> json(request.body()).path("status").asText().equals(status))
                .count();
    }

    private static JsonNode active(AlertmanagerServer server) {
        return json(server.alerts());
    }

    private static JsonNode json(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Notification firing(Instant start) {
        return notification(start, AlertState.FIRING);
    }

    private static Notification resolved(Instant start) {
        return notification(start, AlertState.RESOLVED);
    }

    private static Notification notification(Instant start, AlertState state) {
        Instant now = InstantSource.system().instant();
        Optional<Instant> end = state == AlertState.RESOLVED ? Optional.of(now) : Optional.empty();
        Alert alert = new Alert(
                new Team("perf"),
                ImmutableSortedMap.copyOf(SampleAlerts.LABELS),
                start,
                end,
                state,
                "",
                1,
                now,
                ImmutableSortedMap.copyOf(SampleAlerts.ANNOTATIONS),
                "");
        return new Notification(alert, state);
    }
}
