package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.alerts.receiver.ReceivingServer.Request;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class PagerDutyReceiverTest {
    private ReceivingServer server;
    private Receiver receiver;

    @BeforeEach
    void start() throws IOException {
        server = ReceivingServer.start();
        server.answer(202, "{\"status\":\"success\"}");
        receiver = Opened.receiver(
                "pagerduty: { url: \"" + server.url() + "\", routing_key: { env: KEY } }", Map.of("KEY", "r0uting"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aFiringAlertTriggersAndItsEndResolvesByTheSameKey() throws IOException {
        assertThat(receiver.send(List.of(SampleAlerts.firing()))).isEqualTo(new SendResult.Delivered());
        assertThat(receiver.send(List.of(SampleAlerts.resolved()))).isEqualTo(new SendResult.Delivered());

        Request request = server.requests().get(0);
        assertThat(request.path()).isEqualTo("/v2/enqueue");
        JsonNode event = json(request);
        assertThat(event.fieldNames())
                .toIterable()
                .containsExactly(
                        "routing_key", "event_action", "dedup_key", "payload", "links", "client", "client_url");
        assertThat(event.path("routing_key").asText()).isEqualTo("r0uting");
        assertThat(event.path("event_action").asText()).isEqualTo("trigger");
        JsonNode payload = event.path("payload");
        assertThat(payload.path("summary").asText())
                .isEqualTo("[FIRING] SloBreach: p95 of TTFT is 312 ms, above 250 ms");
        assertThat(payload.path("source").asText()).isEqualTo("gpu-1");
        assertThat(payload.path("severity").asText()).isEqualTo("critical");
        assertThat(payload.path("class").asText()).isEqualTo("SloBreach");
        assertThat(payload.path("group").asText()).isEqualTo("tune");
        assertThat(payload.path("timestamp").asText()).isEqualTo("2026-11-25T10:00:00Z");
        assertThat(payload.at("/custom_details/configuration_change").asText()).isEqualTo("max_num_seqs 32 to 64");
        assertThat(event.at("/links/1/text").asText()).isEqualTo("Runbook");
        JsonNode end = json(server.requests().get(1));
        assertThat(end.path("event_action").asText()).isEqualTo("resolve");
        assertThat(end.path("dedup_key").asText())
                .isEqualTo(event.path("dedup_key").asText())
                .startsWith("tidemark/perf/")
                .hasSizeLessThanOrEqualTo(255);
    }

    @Test
    void aPhaseThatBeginsIsAChangeEvent() throws IOException {
        receiver.send(List.of(SampleAlerts.phaseStarted()));
        Request request = server.requests().get(0);
        assertThat(request.path()).isEqualTo("/v2/change/enqueue");
        JsonNode event = json(request);
        assertThat(event.fieldNames()).toIterable().containsExactly("routing_key", "payload", "links");
        assertThat(event.at("/payload").fieldNames())
                .toIterable()
                .containsExactly("summary", "source", "timestamp", "custom_details");
        assertThat(event.at("/payload/summary").asText())
                .isEqualTo("[EVENT] PhaseStarted: phase batch-64 of tune has begun: max_num_seqs 32 to 64");
    }

    @Test
    void itHearsOfIncidentsAndPhasesOnly() {
        assertThat(receiver.takes(SampleAlerts.firing())).isTrue();
        assertThat(receiver.takes(SampleAlerts.phaseStarted())).isTrue();
        assertThat(receiver.takes(SampleAlerts.runEnded("fail"))).isFalse();
        assertThat(receiver.batchSize()).isOne();
    }

    @Test
    void anEventThatIsWrongIsNotSentAgainAndTooManyAre() {
        server.answer(400, "invalid routing key r0uting");
        assertThat(receiver.send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Rejected("HTTP 400: invalid routing key ***"));
        server.answer(429, "");
        assertThat(receiver.send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Retry(Optional.empty(), "HTTP 429"));
    }

    private static JsonNode json(Request request) throws IOException {
        return new JsonMapper().readTree(request.body());
    }
}
