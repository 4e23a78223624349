package io.tidemark.producer.scrape;

import static io.tidemark.producer.testing.Sse.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.testing.RawServer;
import java.net.http.HttpClient;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class TargetProbeTest {
    private static TargetProbe.ProbeResult probe(String model, String status, String body) throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes("HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + bytes(body).length + "\r\n\r\n" + body));
            out.flush();
            return true;
        })) {
            return new TargetProbe(HttpClient.newHttpClient(), Map.of()).probe(TargetPlan.at(server.url(), model));
        }
    }

    @Test
    void aServerThatIsLoadingIsToldWithItsStatusAndText() {
        String loading = "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}";

        assertThatThrownBy(() -> probe("", "503 Service Unavailable", loading))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("is not ready: /v1/models answered HTTP 503, Loading model")
                .hasMessageContaining("--ready-timeout");
        assertThatThrownBy(() -> probe("m", "503 Service Unavailable", loading))
                .as("a model that was named is not served yet either")
                .hasMessageContaining("HTTP 503, Loading model");
    }

    @Test
    void aServerThatNamesNoModelsIsToldWithItsStatus() throws Exception {
        assertThatThrownBy(() -> probe("", "404 Not Found", "{\"detail\":\"Not Found\"}"))
                .hasMessageContaining("serves no model that it names (/v1/models: HTTP 404, Not Found): say which one");
        assertThat(probe("m", "404 Not Found", "").target().model()).isEqualTo("m");
    }
}
