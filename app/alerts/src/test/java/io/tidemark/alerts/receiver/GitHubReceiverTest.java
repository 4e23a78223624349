package io.tidemark.alerts.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.alerts.receiver.ReceivingServer.Answer;
import io.tidemark.alerts.receiver.ReceivingServer.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
final class GitHubReceiverTest {
    private static final String STATUSES = "/repos/acme/vllm/statuses/" + SampleAlerts.COMMIT;
    private static final String CHECKS = "/repos/acme/vllm/commits/" + SampleAlerts.COMMIT + "/check-runs";
    /** Bytes of the header that PKCS#8 puts before a 2,048-bit key in PKCS#1. */
    private static final int PKCS8_HEADER_BYTES = 26;

    @TempDir
    private Path folder;

    private ReceivingServer server;

    @BeforeEach
    void start() throws IOException {
        server = ReceivingServer.start();
        server.answer(201, "{}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aPhaseIsPendingAndTheVerdictOfItsRunEndsIt() throws IOException {
        Receiver receiver = byToken();
        assertThat(receiver.send(List.of(SampleAlerts.phaseStarted()))).isEqualTo(new SendResult.Delivered());

        Request request = server.requests().get(0);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo(STATUSES);
        assertThat(request.headers())
                .containsEntry("authorization", "Bearer t0ken")
                .containsEntry("accept", "application/vnd.github+json")
                .containsEntry("x-github-api-version", "2022-11-28");
        assertThat(request.body())
                .isEqualTo("{\"state\":\"pending\",\"context\":\"tidemark/tune\",\"description\":\"phase batch-64 of"
                        + " tune has begun: max_num_seqs 32 to 64\","
                        + "\"target_url\":\"https://tidemark.example.com/runs/r-7?step=2&x=1\"}");

        receiver.send(List.of(SampleAlerts.runEnded("pass")));
        JsonNode verdict = json(server.requests().get(1));
        assertThat(verdict.path("state").asText()).isEqualTo("success");
        assertThat(verdict.path("context").asText()).isEqualTo("tidemark/tune");
        assertThat(verdict.path("description").asText()).isEqualTo("pass: run r-7 of tune has ended");
    }

    @ParameterizedTest
    @CsvSource({"pass,success", "fail,failure", "inconclusive,error", "invalid,error"})
    void eachVerdictHasItsState(String verdict, String state) throws IOException {
        byToken().send(List.of(SampleAlerts.runEnded(verdict)));
        assertThat(json(server.requests().get(0)).path("state").asText()).isEqualTo(state);
    }

    @Test
    void anAlertIsAStatusOfItsOwn() throws IOException {
        byToken().send(List.of(SampleAlerts.firing()));
        byToken().send(List.of(SampleAlerts.resolved()));
        assertThat(json(server.requests().get(0)).path("state").asText()).isEqualTo("failure");
        assertThat(json(server.requests().get(0)).path("context").asText()).isEqualTo("tidemark/tune/SloBreach");
        assertThat(json(server.requests().get(1)).path("state").asText()).isEqualTo("success");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "main", "0123456", "../../../../user"})
    void whatHasNoCommitIsNotTaken(String commit) {
        assertThat(byToken().takes(SampleAlerts.firing(Map.of("label_commit", commit))))
                .isFalse();
        assertThat(byToken().takes(SampleAlerts.firing())).isTrue();
    }

    @Test
    void tooManyRequestsAreToldBy403Also() {
        server.answer(403, Map.of("Retry-After", "60"), "secondary rate limit");
        assertThat(byToken().send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Retry(Optional.of(Duration.ofMinutes(1)), "HTTP 403: secondary rate limit"));
        server.answer(403, "Resource not accessible by t0ken");
        assertThat(byToken().send(List.of(SampleAlerts.firing())))
                .isEqualTo(new SendResult.Rejected("HTTP 403: Resource not accessible by ***"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE KEY", "RSA PRIVATE KEY"})
    void anAppWritesACheckRunWithATokenThatItsKeyGot(String form) throws Exception {
        KeyPair keys = keys();
        server.answer(
                "/app/installations/77/access_tokens",
                Answer.of(201, "{\"token\":\"ghs_1\",\"expires_at\":\"2026-11-25T11:15:00Z\"}"));
        server.answer(CHECKS, Answer.of(200, "{\"check_runs\":[]}"));
        Receiver receiver = byApp(keys, form);
        assertThat(receiver.send(List.of(SampleAlerts.runEnded("fail")))).isEqualTo(new SendResult.Delivered());
        receiver.send(List.of(SampleAlerts.runEnded("fail")));

        assertThat(server.requests()).as("the token is kept").hasSize(5);
        assertIsSignedBy(keys, server.requests().get(0).headers().get("authorization"));
        assertThat(server.requests().get(1).path()).isEqualTo(CHECKS + "?check_name=tidemark%2Ftune&app_id=42");
        Request made = server.requests().get(2);
        assertThat(made.path()).isEqualTo("/repos/acme/vllm/check-runs");
        assertThat(made.headers()).containsEntry("authorization", "Bearer ghs_1");
        JsonNode check = json(made);
        assertThat(check.fieldNames())
                .toIterable()
                .containsExactly("name", "external_id", "status", "conclusion", "details_url", "output", "head_sha");
        assertThat(check.path("name").asText()).isEqualTo("tidemark/tune");
        assertThat(check.path("status").asText()).isEqualTo("completed");
        assertThat(check.path("conclusion").asText()).isEqualTo("failure");
        assertThat(check.path("head_sha").asText()).isEqualTo(SampleAlerts.COMMIT);
        assertThat(check.at("/output/summary").asText()).contains("**Value:** 312 ms");
    }

    @Test
    void aCheckRunThatIsOnIsBroughtUpToDate() throws Exception {
        server.answer(
                "/app/installations/77/access_tokens",
                Answer.of(201, "{\"token\":\"ghs_1\",\"expires_at\":\"2026-11-25T11:15:00Z\"}"));
        server.answer(
                CHECKS,
                Answer.of(200, "{\"check_runs\":[{\"id\":99,\"status\":\"in_progress\",\"external_id\":\"x\"}]}"));
        byApp(keys(), "PRIVATE KEY").send(List.of(SampleAlerts.runEnded("pass")));
        assertThat(server.requests().get(2).method()).isEqualTo("PATCH");
        assertThat(server.requests().get(2).path()).isEqualTo("/repos/acme/vllm/check-runs/99");
    }

    private Receiver byToken() {
        return Opened.receiver(
                "github: { url: \"" + server.url() + "\", repository: acme/vllm, token: { env: TOKEN } }",
                Map.of("TOKEN", "t0ken"));
    }

    private Receiver byApp(KeyPair keys, String form) throws IOException {
        byte[] pkcs8 = keys.getPrivate().getEncoded();
        byte[] der = form.startsWith("RSA") ? Arrays.copyOfRange(pkcs8, PKCS8_HEADER_BYTES, pkcs8.length) : pkcs8;
        String pem = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        Path file = Files.writeString(
                folder.resolve("app.pem"), "-----BEGIN " + form + "-----\n" + pem + "\n-----END " + form + "-----\n");
        return Opened.receiver(
                "github: { url: \"" + server.url() + "\", repository: acme/vllm, app: { id: 42, installation: 77, key:"
                        + " { file: \"" + file + "\" } } }",
                Map.of());
    }

    private static KeyPair keys() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static void assertIsSignedBy(KeyPair keys, String authorization) throws Exception {
        String[] parts = authorization.substring("Bearer ".length()).split("\\.", -1);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(keys.getPublic());
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
        assertThat(new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8))
                .isEqualTo("{\"iat\":1795601640,\"exp\":1795602240,\"iss\":\"42\"}");
    }

    private static JsonNode json(Request request) throws IOException {
        return new JsonMapper().readTree(request.body());
    }
}
