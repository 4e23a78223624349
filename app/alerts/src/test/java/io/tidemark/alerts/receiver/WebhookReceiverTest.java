package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.alerts.receiver.ReceivingServer.Manner;
import io.tidemark.alerts.receiver.ReceivingServer.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shape of the webhook, and what each answer means: the same for every receiver over HTTP. */
@Tag("integration")
final class WebhookReceiverTest {
    private ReceivingServer server;

    @BeforeEach
    void start() throws IOException {
        server = ReceivingServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theBodyIsTheDataOfAlertmanagersWebhookVersion4() throws IOException {
        Notification second = SampleAlerts.firing(Map.of("target", "gpu-2"));
        assertThat(send(SampleAlerts.firing(), second)).isEqualTo(new SendResult.Delivered());

        Request request = server.requests().get(0);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.headers().get("content-type")).startsWith("application/json");
        JsonNode body = new JsonMapper().readTree(request.body());
        assertThat(body.fieldNames())
                .toIterable()
                .containsExactly(
                        "version",
                        "groupKey",
                        "truncatedAlerts",
                        "status",
                        "receiver",
                        "groupLabels",
                        "commonLabels",
                        "commonAnnotations",
                        "externalURL",
                        "alerts");
        assertThat(body.path("version").asText()).isEqualTo("4");
        assertThat(body.path("status").asText()).isEqualTo("firing");
        assertThat(body.path("receiver").asText()).isEqualTo("one");
        assertThat(body.path("externalURL").asText()).isEqualTo("https://tidemark.example.com");
        assertThat(body.path("groupLabels").toString())
                .isEqualTo("{\"experiment\":\"tune\",\"run\":\"r-7\",\"step\":\"2\",\"team\":\"perf\"}");
        assertThat(body.path("groupKey").asText())
                .isEqualTo("{}:{experiment=\"tune\", run=\"r-7\", step=\"2\", team=\"perf\"}");
        assertThat(body.at("/commonLabels/alertname").asText()).isEqualTo("SloBreach");
        assertThat(body.path("commonLabels").has("target")).isFalse();
        JsonNode first = body.at("/alerts/0");
        assertThat(first.at("/labels/target").asText()).isEqualTo("gpu-1");
        assertThat(first.at("/labels/team").asText()).isEqualTo("perf");
        assertThat(first.at("/annotations/value").asText()).isEqualTo("312 ms [298, 331], n 1,200");
        assertThat(first.path("startsAt").asText()).isEqualTo("2026-11-25T10:00:00Z");
        assertThat(first.path("endsAt").asText()).isEqualTo("0001-01-01T00:00:00Z");
        assertThat(first.path("generatorURL").asText()).isEqualTo("https://tidemark.example.com/runs/r-7?step=2&x=1");
        assertThat(first.path("fingerprint").asText()).hasSize(32);
    }

    @Test
    void aResolvedAlertHasItsEndAndAnEventIsOverAtItsBegin() throws IOException {
        send(SampleAlerts.resolved());
        send(SampleAlerts.phaseStarted());

        JsonNode resolved = new JsonMapper().readTree(server.requests().get(0).body());
        assertThat(resolved.path("status").asText()).isEqualTo("resolved");
        assertThat(resolved.at("/alerts/0/endsAt").asText()).isEqualTo("2026-11-25T10:05:00Z");
        JsonNode event = new JsonMapper().readTree(server.requests().get(1).body());
        assertThat(event.path("status").asText()).isEqualTo("resolved");
        assertThat(event.at("/alerts/0/endsAt").asText()).isEqualTo("2026-11-25T10:00:00Z");
    }

    @Test
    void theSignatureIsTheHmacOfTimeAndBody() throws Exception {
        Receiver receiver = Opened.receiver(
                "webhook: { url: \"" + server.url() + "/hook\", hmac: { env: KEY }, authorization: { env: AUTH } }",
                Map.of("KEY", "k3y", "AUTH", "Bearer abc"));
        receiver.send(List.of(SampleAlerts.firing()));

        Request request = server.requests().get(0);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("k3y".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] signed = ("1795601700." + request.body()).getBytes(StandardCharsets.UTF_8);
        assertThat(request.headers())
                .containsEntry("x-tidemark-timestamp", "1795601700")
                .containsEntry(
                        "x-tidemark-signature", "sha256=" + HexFormat.of().formatHex(mac.doFinal(signed)))
                .containsEntry("authorization", "Bearer abc");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    void whatMayPassLaterIsRetried(int status) {
        server.answer(status, "busy");
        assertThat(send(SampleAlerts.firing()))
                .isEqualTo(new SendResult.Retry(Optional.empty(), "HTTP " + status + ": busy"));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 307, 400, 401, 403, 404, 410, 413})
    void whatWillNeverPassIsRejectedWithTheReason(int status) {
        server.answer(status, Map.of("Location", server.url() + "/elsewhere"), "no such thing");
        assertThat(send(SampleAlerts.firing()))
                .isEqualTo(new SendResult.Rejected("HTTP " + status + ": no such thing"));
        assertThat(server.requests()).as("redirects are not followed").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"120|PT2M", "Wed, 25 Nov 2026 10:16:30 GMT|PT1M30S", "Wed, 25 Nov 2026 10:00:00 GMT|PT0S"})
    void retryAfterIsSecondsOrADate(String header, Duration after) {
        server.answer(429, Map.of("Retry-After", header), "");
        assertThat(send(SampleAlerts.firing())).isEqualTo(new SendResult.Retry(Optional.of(after), "HTTP 429"));
    }

    @Test
    void aSecretInTheQueryOfItsUrlIsNotRepeatedWhereTheServerRepeatsIt() {
        server.answer(400, Map.of(), "no such hook: team=perf&token=hush");
        try (Receiver receiver = Opened.receiver(
                "webhook: { url: \"" + server.url() + "/hook?team=perf&token=hush\" }", Duration.ofSeconds(5))) {
            assertThat(receiver.send(List.of(SampleAlerts.firing()))).asString().doesNotContain("hush");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HANGS", "HANGS_IN_THE_BODY"})
    void noAnswerWithinTheTimeOutIsRetried(Manner manner) {
        server.behave(manner);
        try (Receiver receiver =
                Opened.receiver("webhook: { url: \"" + server.url() + "/hook\" }", Duration.ofSeconds(1))) {
            assertThat(receiver.send(List.of(SampleAlerts.firing())))
                    .isEqualTo(new SendResult.Retry(Optional.empty(), "no answer within 1 s"));
        }
    }

    @Test
    void aConnectionThatIsCutAfterTheBodyWasReadIsRetried() {
        server.behave(Manner.DROPS);
        assertThat(send(SampleAlerts.firing())).isInstanceOf(SendResult.Retry.class);
        assertThat(server.requests().get(0).body()).contains("SloBreach");
    }

    @Test
    void aPlaceWhereNothingListensIsRetried() {
        String url = server.url();
        server.close();
        assertThat(webhook(url).send(List.of(SampleAlerts.firing()))).isInstanceOf(SendResult.Retry.class);
    }

    @Test
    void aProxyIsAskedInThePlaceOfTheReceiver() {
        String kind = "webhook: { url: \"http://receiver.example:81/hook\" }\nconnection: { proxy: \"" + server.url()
                + "\" }";
        assertThat(Opened.receiver(kind, Map.of()).send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Delivered());
        assertThat(server.requests().get(0).path()).isEqualTo("http://receiver.example:81/hook");
    }

    @Test
    void noSecretIsInAReason() {
        Receiver receiver = Opened.receiver(
                "webhook: { url: { env: URL }, authorization: { env: AUTH } }",
                Map.of("URL", server.url() + "/hook/s3cret-path", "AUTH", "Bearer t0ken"));
        server.answer(400, "you sent Bearer t0ken to " + server.url() + "/hook/s3cret-path");

        assertThat(receiver.send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Rejected("HTTP 400: you sent *** to ***"));
    }

    @Test
    void ofAnAnswerWithoutEndOnlyTheBeginIsRead() {
        server.answer(400, "x".repeat(5_000_000));
        assertThat(send(SampleAlerts.firing()))
                .isInstanceOfSatisfying(
                        SendResult.Rejected.class,
                        rejected -> assertThat(rejected.reason())
                                .hasSizeLessThan(520)
                                .startsWith("HTTP 400: xxx")
                                .contains("[cut, "));
    }

    private SendResult send(Notification... notifications) {
        return webhook(server.url()).send(List.of(notifications));
    }

    private static Receiver webhook(String url) {
        return Opened.receiver("webhook: { url: \"" + url + "/hook\" }", Map.of());
    }
}
