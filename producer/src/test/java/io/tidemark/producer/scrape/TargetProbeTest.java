package io.tidemark.producer.scrape;

import static io.tidemark.producer.testing.Sse.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.testing.RawServer;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class TargetProbeTest {
    private static TargetProbe.ProbeResult probe(String model, String status, String body) throws Exception {
        return probe(model, status, body, Map.of());
    }

    private static TargetProbe.ProbeResult probe(String model, String status, String body, Map<String, String> headers)
            throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + bytes(body).length + "\r\n\r\n" + body));
            out.flush();
            return true;
        })) {
            return new TargetProbe(HttpClient.newHttpClient(), headers).probe(TargetPlan.at(server.url(), model));
        }
    }

    @Test
    void aServerThatIsLoadingIsToldWithItsStatusAndText() {
        String loading = "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}";

        assertThatThrownBy(() -> probe("", "503 Service Unavailable", loading))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("/v1/models answered HTTP 503, Loading model")
                .hasMessageContaining("--ready-timeout");
    }

    @Test
    void aListThatIsRefusedOrNotThereYetIsAdviceWhereTheModelIsNamed() throws Exception {
        TargetProbe.ProbeResult loading = probe("m", "503 Service Unavailable", "{\"error\":\"Loading model\"}");
        TargetProbe.ProbeResult forbidden = probe("m", "403 Forbidden", "{\"error\":\"scoped key\"}");

        assertThat(loading.doubt().orElseThrow().description()).endsWith("/v1/models answered HTTP 503, Loading model");
        assertThat(loading.doubt().orElseThrow().mayPass()).isTrue();
        assertThat(forbidden.doubt().orElseThrow().description()).endsWith("/v1/models answered HTTP 403, scoped key");
        assertThat(forbidden.doubt().orElseThrow().mayPass()).isFalse();
        assertThat(forbidden.target().model()).isEqualTo("m");
        assertThatThrownBy(() -> probe("", "403 Forbidden", "")).hasMessageContaining("HTTP 403): say which one");
    }

    @Test
    void aListThatHangsIsAdviceWhereTheModelIsNamed() throws Exception {
        Duration timeout = Duration.ofMillis(200);
        try (RawServer server = new RawServer((request, out) -> {
            if (request.path().endsWith("/version")) {
                out.write(bytes("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
                out.flush();
            }
            return true;
        })) {
            TargetProbe probe = new TargetProbe(HttpClient.newHttpClient(), Map.of(), timeout);

            TargetProbe.ProbeResult named = probe.probe(TargetPlan.at(server.url(), "m"));
            assertThat(named.target().model()).isEqualTo("m");
            assertThat(named.doubt().orElseThrow().description()).contains("/v1/models gave no whole answer within ");
            assertThat(named.doubt().orElseThrow().mayPass()).isFalse();
            assertThatThrownBy(() -> probe.probe(TargetPlan.at(server.url(), "")))
                    .isInstanceOf(TargetException.class)
                    .hasMessageContaining("does not answer: HttpTimeoutException");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer sk-live-Abc123", "sk-live-Abc123", "ApiKey sk-live-Abc123"})
    void aKeyThatAServerSendsBackIsNotShown(String header) {
        assertThatThrownBy(() -> probe(
                        "",
                        "403 Forbidden",
                        "{\"error\":\"key sk-live-Abc123 lacks the scope models.list\"}",
                        Map.of("authorization", header)))
                .hasMessageContaining("HTTP 403, key *** lacks the scope models.list");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"data\":[\"m\"]}",
                "[{\"id\":\"m\",\"context_length\":512}]",
                "{\"data\":[{\"name\":\"m\",\"type\":\"llm\"}]}",
                "{\"data\":[{\"model\":\"m\"},{\"id\":\"\"}]}"
            })
    void modelsAreNamedByIdNameOrModel(String list) throws Exception {
        assertThat(probe("", "200 OK", list).target().model()).isEqualTo("m");
    }

    @Test
    void theLengthOfAModelIsThatOfItsOwnEntry() throws Exception {
        String list = "{\"data\":[{\"id\":\"a\",\"max_model_len\":512},{\"id\":\"b\"}]}";

        assertThat(probe("a", "200 OK", list).modelTokens()).hasValue(512);
        assertThat(probe("b", "200 OK", list).modelTokens()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "m, m, true",
        "m, m:latest, true",
        "m, *, true",
        "openai/gpt, openai/*, true",
        "openai/gpt, azure/*, false",
        "m, m:7b, false",
        "a.c, abc, false"
    })
    void patternsAndTheTagLatestNameAModel(String model, String listed, boolean named) throws Exception {
        assertThat(probe(model, "200 OK", "{\"data\":[{\"id\":\"" + listed + "\"}]}")
                        .doubt()
                        .isEmpty())
                .isEqualTo(named);
    }

    @Test
    void aServerThatNamesNoModelsIsToldWithItsStatus() throws Exception {
        assertThatThrownBy(() -> probe("", "404 Not Found", "{\"detail\":\"Not Found\"}"))
                .hasMessageContaining("/v1/models: HTTP 404, Not Found): say which one");
        assertThat(probe("m", "404 Not Found", "").target().model()).isEqualTo("m");
    }
}
