package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.alerts.receiver.ReceivingServer.Answer;
import io.tidemark.alerts.receiver.ReceivingServer.Request;
import io.tidemark.schemas.time.Clocks;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class AlertmanagerReceiverTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Opened.NOW);
    private final AtomicLong nanos = new AtomicLong();
    private ReceivingServer first;
    private ReceivingServer second;

    @BeforeEach
    void start() throws IOException {
        first = ReceivingServer.start();
        second = ReceivingServer.start();
        startedAt("2026-11-25T08:00:00.000Z");
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    @Test
    void aFiringAlertOutlivesThreeSendsThatFail() throws IOException {
        assertThat(receiver().send(List.of(SampleAlerts.firing()))).isEqualTo(new SendResult.Delivered());

        JsonNode alert = alerts(first, 0).get(0);
        assertThat(alert.fieldNames())
                .toIterable()
                .containsExactly("labels", "annotations", "startsAt", "generatorURL", "endsAt");
        assertThat(alert.path("startsAt").asText()).isEqualTo("2026-11-25T10:00:00Z");
        assertThat(alert.path("endsAt").asText())
                .as("now, a quarter past ten, and 4 x 30 s")
                .isEqualTo("2026-11-25T10:17:00Z");
        assertThat(alert.at("/labels/alertname").asText()).isEqualTo("SloBreach");
        assertThat(alert.at("/labels/team").asText()).isEqualTo("perf");
        assertThat(alert.at("/annotations/summary").asText()).isEqualTo("p95 of TTFT is 312 ms, above 250 ms");
    }

    @Test
    void allAreToldAndOneThatTookItIsEnough() {
        first.answer(503, "");
        assertThat(receiver().send(List.of(SampleAlerts.firing()))).isEqualTo(new SendResult.Delivered());
        assertThat(posts(first)).hasSize(1);
        assertThat(posts(second)).hasSize(1);
    }

    @Test
    void ifNoneTookItOneThatMayLaterIsEnoughToTryAgain() {
        first.answer(400, "bad");
        second.answer(503, Map.of("Retry-After", "7"), "away");
        assertThat(receiver().send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Retry(
                        Optional.of(Duration.ofSeconds(7)),
                        first.url() + "/: HTTP 400: bad; " + second.url() + ": HTTP 503: away"));
        second.answer(400, "bad too");
        assertThat(receiver().send(List.of(SampleAlerts.firing()))).isInstanceOf(SendResult.Rejected.class);
    }

    @Test
    void aResolvedAlertIsSentWithItsEnd() throws IOException {
        receiver().send(List.of(SampleAlerts.resolved()));
        assertThat(posts(first)).hasSize(1);
        assertThat(alerts(first, 0).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:05:00Z");
    }

    /** It ended at five past ten, and the Alertmanager started at seven past. */
    @Test
    void anAlertmanagerThatStartedSinceIsToldOfFiringBeforeResolvedAndOnlyOnce() throws IOException {
        startedAt("2026-11-25T10:07:00.123Z");
        Receiver receiver = receiver();
        receiver.send(List.of(SampleAlerts.resolved()));
        receiver.send(List.of(SampleAlerts.resolved()));

        assertThat(posts(first)).hasSize(2);
        assertThat(alerts(first, 0).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:17:00Z");
        assertThat(alerts(first, 1).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:05:00Z");

        startedAt("2026-11-25T10:16:30.123Z");
        now.set(Opened.NOW.plusSeconds(120));
        receiver.send(List.of(SampleAlerts.resolved()));
        assertThat(alerts(first, 2).get(0).path("endsAt").asText())
                .as("it started again")
                .isEqualTo("2026-11-25T10:19:00Z");
    }

    @Test
    void anAlertmanagerThatWasToldSinceItStartedHasNotForgotten() throws IOException {
        startedAt("2026-11-25T10:07:00.123Z");
        Receiver receiver = receiver();
        receiver.send(List.of(SampleAlerts.firing()));
        receiver.send(List.of(SampleAlerts.resolved()));
        assertThat(alerts(first, 1).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:05:00Z");
    }

    /** Ours says a quarter past ten; one Alertmanager started at seven past eleven by its own. */
    @Test
    void anAlertmanagerWhoseClockIsAheadIsToldOfFiringOnlyOnceToo() throws IOException {
        startedAt("2026-11-25T11:07:00.123Z");
        Receiver receiver = receiver();
        receiver.send(List.of(SampleAlerts.resolved()));
        receiver.send(List.of(SampleAlerts.resolved()));
        assertThat(alerts(first, 0).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:17:00Z");
        assertThat(alerts(first, 1).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:05:00Z");
    }

    @Test
    void aClockThatIsSetBackLetsNoFiringAlertEndInThePast() throws IOException {
        Receiver receiver = receiver();
        nanos.set(Duration.ofMinutes(1).toNanos());
        now.set(Opened.NOW.minus(Duration.ofMinutes(59)));
        receiver.send(List.of(SampleAlerts.firing()));
        assertThat(alerts(first, 0).get(0).path("startsAt").asText()).isEqualTo("2026-11-25T10:00:00Z");
        assertThat(alerts(first, 0).get(0).path("endsAt").asText())
                .as("a minute later, and 4 x 30 s")
                .isEqualTo("2026-11-25T10:18:00Z");
    }

    /** Its end was stamped by the same clock. */
    @Test
    void aClockThatIsSetForwardLetsNoResolvedAlertEndInTheFuture() throws IOException {
        Receiver receiver = receiver();
        nanos.set(Duration.ofMinutes(1).toNanos());
        now.set(Opened.NOW.plus(Duration.ofMinutes(61)));
        receiver.send(List.of(SampleAlerts.resolved(Instant.parse("2026-11-25T11:15:30Z"))));
        assertThat(alerts(first, 0).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:16:00Z");
    }

    @Test
    void anAlertThatStartsAfterOurTimeEndsAfterItsStart() throws IOException {
        now.set(Opened.NOW.minus(Duration.ofHours(1)));
        receiver().send(List.of(SampleAlerts.firing()));
        assertThat(alerts(first, 0).get(0).path("endsAt").asText())
                .as("its start at ten, and 4 x 30 s")
                .isEqualTo("2026-11-25T10:02:00Z");
    }

    @Test
    void whatAnAlertmanagerDidNotTakeItIsToldAgain() throws IOException {
        startedAt("2026-11-25T10:07:00.123Z");
        Receiver receiver = receiver();
        first.answer(503, "");
        receiver.send(List.of(SampleAlerts.resolved()));
        first.answer(200, "");
        receiver.send(List.of(SampleAlerts.resolved()));
        assertThat(alerts(first, 1).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:17:00Z");
        assertThat(alerts(second, 1).get(0).path("endsAt").asText()).isEqualTo("2026-11-25T10:05:00Z");
    }

    @Test
    void itIsToldAgainEveryIntervalAndForAQuarterOfAnHourAfterTheEnd() {
        assertThat(receiver().resend()).contains(new Receiver.Resend(Duration.ofSeconds(30), Duration.ofMinutes(15)));
        assertThat(receiver().takes(SampleAlerts.phaseStarted()))
                .as("an event has no end, so it would fire for ever")
                .isFalse();
    }

    @Test
    void namesAreThoseThatPrometheusAllows() throws IOException {
        receiver().send(List.of(SampleAlerts.firing(Map.of("label_git-branch", "main", "label_empty", ""))));
        assertThat(alerts(first, 0).at("/0/labels/label_git_branch").asText()).isEqualTo("main");
        assertThat(alerts(first, 0).at("/0/labels").has("label_empty")).isFalse();
    }

    private Receiver receiver() {
        return Opened.receiver(
                "alertmanager: { urls: [ \"" + first.url() + "/\", \"" + second.url() + "\" ], resend: 30s }",
                Map.of(),
                new Clocks(nanos::get, now::get));
    }

    private void startedAt(String moment) {
        Answer status = Answer.of(200, "{\"uptime\":\"" + moment + "\"}");
        first.answer("/api/v2/status", status);
        second.answer("/api/v2/status", status);
    }

    private static List<Request> posts(ReceivingServer server) {
        return server.requests().stream()
                .filter(request -> request.method().equals("POST"))
                .peek(request -> assertThat(request.path()).isEqualTo("/api/v2/alerts"))
                .toList();
    }

    private static JsonNode alerts(ReceivingServer server, int post) throws IOException {
        return new JsonMapper().readTree(posts(server).get(post).body());
    }
}
