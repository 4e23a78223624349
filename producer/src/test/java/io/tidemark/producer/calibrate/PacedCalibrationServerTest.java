package io.tidemark.producer.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.validity.ServerTokenTimes;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Asked by a client that is not ours. */
final class PacedCalibrationServerTest {
    private static final ResponsePacing PACING = new ResponsePacing(Duration.ofMillis(30), Duration.ofMillis(10));

    private final PacedCalibrationServer server = PacedCalibrationServer.start(NanoClock.SYSTEM);

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> post(URI base, String path, String body) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(base + path))
                                .version(HttpClient.Version.HTTP_1_1)
                                .timeout(Duration.ofMinutes(2))
                                .header("X-Request-Id", "one")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void writesAsManyTokensAsAskedAndNoneBeforeItIsDue() throws Exception {
        HttpResponse<String> answer =
                post(server.url(PACING), "/v1/chat/completions", "{\"max_tokens\":3,\"stream\":true}");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .containsPattern("(?s)(delta\":\\{\"content.*){3}")
                .contains("\"completion_tokens\":3")
                .endsWith("data: [DONE]\n\n");
        List<ServerTokenTimes> served = server.tokenTimes();
        assertThat(served).hasSize(1);
        assertThat(served.get(0).id()).isEqualTo("one");
        assertThat(served.get(0).sinceReadNanos()).hasSize(3);
        assertThat(served.get(0).latenessNanos()).allMatch(late -> late >= 0);
    }

    @Test
    void completionsAnswersHaveText() throws Exception {
        HttpResponse<String> answer = post(server.url(PACING), "/v1/completions", "{\"max_tokens\": 2}");
        assertThat(answer.body()).contains("\"text\":\" tide\"").doesNotContain("delta");
    }

    @Test
    void whatIsWrittenAtOnceIsNotLogged() throws Exception {
        assertThat(post(server.url(ResponsePacing.AT_ONCE), "/v1/completions", "{\"max_tokens\":5}")
                        .body())
                .contains("\"completion_tokens\":5");
        assertThat(server.tokenTimes()).isEmpty();
    }

    @Test
    void aPathWithoutAPacingIsNotFound() throws Exception {
        URI plain = URI.create("http://127.0.0.1:" + server.port());
        assertThat(post(plain, "/v1/completions", "{}").statusCode()).isEqualTo(404);
    }

    @Test
    void aLongRequestIsReadInPieces() throws Exception {
        String body = "{\"prompt\":\"" + "tide ".repeat(40_000) + "\",\"max_tokens\":2}";
        assertThat(post(server.url(PACING), "/v1/completions", body).body()).contains("\"completion_tokens\":2");
    }

    @Test
    void oneThatWasClosedCannotSayWhatItWrote() {
        server.close();
        assertThatThrownBy(server::tokenTimes).isInstanceOf(IllegalStateException.class);
    }
}
