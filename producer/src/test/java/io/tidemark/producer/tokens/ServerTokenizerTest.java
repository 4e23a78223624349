package io.tidemark.producer.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.workload.TokenizerPlan;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("integration")
class ServerTokenizerTest {
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TokenizerResolver aim(RawServer server, Duration timeout) {
        TargetPlan target = TargetPlan.at(server.url(), "m");
        return new TokenizerResolver(Optional.of(new ServerTokenizer(http, target, Map.of("X-Team", "a"), timeout)));
    }

    private TokenLengths lengths(RawServer server, TokenizerPlan plan) throws InterruptedException {
        return aim(server, Duration.ofMinutes(2)).resolve(plan);
    }

    private static RawServer answering(int status, String body) throws IOException {
        return new RawServer((request, out) -> {
            out.write(json(status, body));
            out.flush();
            return true;
        });
    }

    private static byte[] json(int status, String body) {
        return Sse.bytes("HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body);
    }

    /** One token per word, but two for words with a "w"; a chat has 3 tokens more, and 4 per message. */
    private static int tokens(String body) throws IOException {
        JsonNode asked = JSON.readTree(body);
        if (asked.has("prompt")) {
            return words(asked.get("prompt").asText());
        }
        int tokens = 3;
        for (JsonNode message : asked.get("messages")) {
            tokens += 4 + words(message.get("content").asText());
        }
        return tokens;
    }

    private static int words(String text) {
        int tokens = 0;
        for (String word : text.split(" ", -1)) {
            tokens += word.contains("w") ? 2 : 1;
        }
        return tokens;
    }

    @Test
    void textsAreMadeOfTheServersOwnTokens() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(json(200, "{\"count\":" + tokens(request.body()) + ",\"max_model_len\":4096}"));
            out.flush();
            return true;
        })) {
            TokenLengths lengths = lengths(server, new TokenizerPlan.Server());

            assertThat(words(lengths.text(new SplittableRandom(1), 500))).isEqualTo(500);
            assertThat(lengths.words()).hasSizeGreaterThan(100).noneMatch(word -> word.contains("w"));
            assertThat(lengths.template(1)).isEqualTo(7);
            assertThat(lengths.template(3)).isEqualTo(15);
            assertThat(lengths.source()).contains("server /tokenize", "+0 in 500 checked");
            assertThat(server.requests())
                    .hasSizeLessThan(210)
                    .allSatisfy(request -> assertThat(request.head()).containsIgnoringCase("x-team: a"));
        }
    }

    /** llama.cpp reads {@code content}, and counts nothing where a question has none. */
    @Test
    void llamaCppsTokensAreCounted() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            JsonNode asked = JSON.readTree(request.body());
            int tokens = asked.has("content") ? words(asked.get("content").asText()) : 0;
            String ids = String.join(",", Collections.nCopies(tokens, "7"));
            out.write(json(200, "{\"tokens\":[" + ids + "]}"));
            out.flush();
            return true;
        })) {
            TokenLengths lengths = lengths(server, new TokenizerPlan.Server());

            assertThat(words(lengths.text(new SplittableRandom(1), 500))).isEqualTo(500);
            assertThat(lengths.words()).hasSizeGreaterThan(100).noneMatch(word -> word.contains("w"));
            assertThat(lengths.template(1)).isZero();
            assertThat(lengths.source()).contains("server /tokenize", "+0 in 500 checked", "without the chat template");
            assertThat(server.requests())
                    .hasSizeLessThan(210)
                    .filteredOn(request -> request.body().contains("\"prompt\""))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404|{}|/tokenize answered HTTP 404",
                "500|{\"error\":\"x\"}|/tokenize answered HTTP 500",
                "200|<html>|/tokenize answered with something else than JSON",
                "200|{\"tokens\":\"x\"}|/tokenize gave no count"
            })
    void aServerThatDoesNotCountIsRefusedWhereThePlanDemandsIt(int status, String body, String why) throws Exception {
        try (RawServer server = answering(status, body)) {
            assertThatThrownBy(() -> lengths(server, new TokenizerPlan.Server()))
                    .isInstanceOf(TokenizerException.class)
                    .hasMessage("workload.tokenizer is server, but " + server.url() + why
                            + "; use auto, estimate or {file: tokenizer.json}");
            TokenLengths estimated = lengths(server, TokenizerPlan.AUTO);

            assertThat(estimated.source()).startsWith("estimate: ").endsWith(" (" + server.url() + why + ")");
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForLong() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, out) -> {
            over.await();
            return false;
        })) {
            assertThatThrownBy(() -> aim(server, Duration.ofMillis(200)).resolve(new TokenizerPlan.Server()))
                    .hasMessageContaining(server.url() + "/tokenize does not answer")
                    .hasMessageContaining("no whole answer within 0.2 s");
        } finally {
            over.countDown();
        }
    }

    @Test
    void withoutATargetThereIsNobodyToAsk() {
        assertThatThrownBy(() -> new TokenizerResolver(Optional.empty()).resolve(new TokenizerPlan.Server()))
                .hasMessage("workload.tokenizer: server needs a target that counts tokens; give --target");
    }
}
