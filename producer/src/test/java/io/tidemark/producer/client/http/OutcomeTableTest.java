package io.tidemark.producer.client.http;

import static io.tidemark.producer.client.http.ClientFixture.patient;
import static io.tidemark.producer.client.http.ClientFixture.send;
import static io.tidemark.producer.client.http.ClientFixture.sendWhole;
import static io.tidemark.producer.testing.Sse.DONE;
import static io.tidemark.producer.testing.Sse.END;
import static io.tidemark.producer.testing.Sse.HEAD;
import static io.tidemark.producer.testing.Sse.bytes;
import static io.tidemark.producer.testing.Sse.content;
import static io.tidemark.producer.testing.Sse.finish;
import static io.tidemark.producer.testing.Sse.part;
import static io.tidemark.producer.testing.Sse.usage;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.plan.RetryPlan;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What answers come to, by what the server wrote. The outcomes before an answer are in {@link StreamingClientTest}. */
@Tag("integration")
class OutcomeTableTest {
    private static final String VLLM_404 =
            "{\"error\":{\"message\":\"The model `x` does not exist.\",\"type\":\"NotFoundError\",\"param\":\"model\",\"code\":404}}";

    private final ClientFixture sending = new ClientFixture();

    @AfterEach
    void close() throws Exception {
        sending.close();
    }

    private static String http(int status, String type, String body) {
        return "HTTP/1.1 " + status + " Whatever\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private static String json(int status, String body) {
        return http(status, "application/json", body);
    }

    private static String stream(String... messages) {
        return HEAD + new String(part(String.join("", messages)), StandardCharsets.UTF_8) + END;
    }

    static Stream<Arguments> streams() {
        String error =
                "data: {\"error\":{\"message\":\"engine died\",\"type\":\"InternalServerError\",\"code\":500}}\n\n";
        // what the server wrote, outcome, type, code, text
        return Stream.of(
                row(stream(content("a"), finish("stop"), usage(3, 1), DONE), Outcome.OK, "", "", ""),
                row(
                        stream(content("a"), error, DONE),
                        Outcome.STREAM_ERROR,
                        "InternalServerError",
                        "500",
                        "engine died"),
                row(stream(error, DONE), Outcome.STREAM_ERROR, "InternalServerError", "500", "engine died"),
                row(
                        stream(
                                "data: {\"object\":\"error\",\"message\":\"too long\",\"type\":\"BadRequestError\",\"code\":400}\n\n",
                                DONE),
                        Outcome.STREAM_ERROR,
                        "BadRequestError",
                        "400",
                        "too long"),
                row(stream("event: error\ndata: out of memory\n\n"), Outcome.STREAM_ERROR, "", "", "out of memory"),
                row(
                        json(200, "{\"error\":{\"message\":\"busy\",\"type\":\"X\"}}"),
                        Outcome.STREAM_ERROR,
                        "X",
                        "",
                        "busy"),
                row(stream(content("a"), finish("stop"), usage(3, 1)), Outcome.OK, "", "", ""),
                row(stream(finish("stop")), Outcome.EMPTY, "client.empty", "", "the stream ended without any output"),
                row(
                        HEAD.replace("Transfer-Encoding: chunked\r\n", "") + content("a") + finish("stop"),
                        Outcome.STREAM_CUT,
                        "client.no_done",
                        "",
                        "the body ended without [DONE]"),
                row(
                        stream(content("a"), finish("abort"), usage(3, 1), DONE),
                        Outcome.STREAM_ERROR,
                        "client.finish_reason",
                        "",
                        "the server aborted the answer: finish_reason is abort"),
                row(
                        stream(content("a"), finish("error"), DONE),
                        Outcome.STREAM_ERROR,
                        "client.finish_reason",
                        "",
                        "the server aborted the answer: finish_reason is error"),
                row(
                        stream(content("a"), "data: {\"detail\":\"engine died\"}\n\n", DONE),
                        Outcome.STREAM_ERROR,
                        "",
                        "",
                        "engine died"),
                row(json(200, "{\"error\":\"busy\"}"), Outcome.STREAM_ERROR, "", "", "busy"),
                row(stream(content("a")), Outcome.STREAM_CUT, "client.no_done", "", "the body ended without [DONE]"),
                row(
                        stream("data: {not json}\n\n", DONE),
                        Outcome.MALFORMED,
                        "client.malformed",
                        "",
                        "a message of the stream is not JSON (10 bytes): {not json}"),
                row(stream(DONE), Outcome.EMPTY, "client.empty", "", "the stream ended without any output"),
                row(
                        stream(
                                "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
                                finish("stop"),
                                DONE),
                        Outcome.EMPTY,
                        "client.empty",
                        "",
                        "the stream ended without any output"),
                row(json(404, VLLM_404), Outcome.HTTP_ERROR, "NotFoundError", "404", "The model `x` does not exist."),
                row(
                        json(
                                400,
                                "{\"object\":\"error\",\"message\":\"too long\",\"type\":\"BadRequestError\",\"code\":400}"),
                        Outcome.HTTP_ERROR,
                        "BadRequestError",
                        "400",
                        "too long"),
                row(json(401, "{\"error\":\"Unauthorized\"}"), Outcome.HTTP_ERROR, "", "", "Unauthorized"),
                row(json(404, "{\"detail\":\"Not Found\"}"), Outcome.HTTP_ERROR, "", "", "Not Found"),
                row(
                        json(422, "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"field required\"}]}"),
                        Outcome.HTTP_ERROR,
                        "",
                        "",
                        "body: field required"),
                row(
                        json(429, "{\"error\":\"Model is overloaded\",\"error_type\":\"overloaded\"}"),
                        Outcome.HTTP_ERROR,
                        "overloaded",
                        "",
                        "Model is overloaded"),
                row(
                        http(502, "text/html", "<html><h1>502 Bad Gateway</h1></html>"),
                        Outcome.HTTP_ERROR,
                        "",
                        "",
                        "<html><h1>502 Bad Gateway</h1></html>"),
                row(http(503, "text/plain", ""), Outcome.HTTP_ERROR, "", "", ""),
                row("HTTP/1.1 oops\r\n\r\n", Outcome.MALFORMED, "client.http", "", null));
    }

    static Stream<Arguments> wholeAnswers() {
        String usage = ",\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":7}";
        return Stream.of(
                row(
                        json(
                                200,
                                "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]" + usage
                                        + "}"),
                        Outcome.OK,
                        "",
                        "",
                        ""),
                row(json(200, "{\"choices\":[{\"text\":\"a\"}]}"), Outcome.OK, "", "", ""),
                row(
                        json(200, "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"abort\"}]}"),
                        Outcome.STREAM_ERROR,
                        "client.finish_reason",
                        "",
                        "the server aborted the answer: finish_reason is abort"),
                row(
                        json(200, "{\"choices\":[{\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"1\"}]}}]}"),
                        Outcome.OK,
                        "",
                        "",
                        ""),
                row(
                        json(200, "{\"choices\":[{\"message\":{\"reasoning\":\"hm\",\"content\":null}}]}"),
                        Outcome.OK,
                        "",
                        "",
                        ""),
                row(
                        json(200, "{\"choices\":[{\"message\":{\"content\":\"\"}}]" + usage + "}"),
                        Outcome.EMPTY,
                        "client.empty",
                        "",
                        "the answer is without any output; usage counts 7 tokens"),
                row(
                        json(
                                200,
                                "{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]},"
                                        + "\"finish_reason\":\"stop\"}]}"),
                        Outcome.OK,
                        "",
                        "",
                        ""),
                row(
                        json(200, "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":null}]}"),
                        Outcome.STREAM_CUT,
                        "client.no_finish_reason",
                        "",
                        "the answer ended without a finish_reason of each choice"),
                row(json(200, "{\"detail\":\"busy\"}"), Outcome.STREAM_ERROR, "", "", "busy"),
                row(
                        json(200, "{\"error\":{\"message\":\"busy\",\"type\":\"X\",\"code\":\"c\"}}"),
                        Outcome.STREAM_ERROR,
                        "X",
                        "c",
                        "busy"),
                row(json(200, "{\"ok\":true}"), Outcome.MALFORMED, "client.malformed", "", "the answer has no choices"),
                row(
                        json(200, "{\"choices\":["),
                        Outcome.MALFORMED,
                        "client.malformed",
                        "",
                        "the answer is not JSON (12 bytes)"),
                row(
                        json(200, "{\"choices\":[]}{}"),
                        Outcome.MALFORMED,
                        "client.malformed",
                        "",
                        "the answer is not JSON (16 bytes)"),
                row(
                        stream(content("a"), DONE),
                        Outcome.MALFORMED,
                        "client.not_json",
                        "",
                        "asked for one JSON answer but got text/event-stream"),
                row(json(404, VLLM_404), Outcome.HTTP_ERROR, "NotFoundError", "404", "The model `x` does not exist."),
                row(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"choices\":",
                        Outcome.STREAM_CUT,
                        "client.cut",
                        "",
                        "the connection ended inside the answer"));
    }

    private static Arguments row(String written, Outcome outcome, String type, String code, String text) {
        return Arguments.of(written, outcome, type, code, text);
    }

    @ParameterizedTest
    @MethodSource("streams")
    void aStreamEndsAsTheTableSays(String written, Outcome outcome, String type, String code, String text)
            throws Exception {
        ClientFixture.Seen seen = send(sending.client(writes(written).url(), patient()));

        assertThat(seen.outcome()).isEqualTo(outcome);
        assertFailure(seen, type, code, text);
    }

    @ParameterizedTest
    @MethodSource("wholeAnswers")
    void anAnswerInOnePieceEndsAsTheTableSays(String written, Outcome outcome, String type, String code, String text)
            throws Exception {
        RawServer server = writes(written);
        ClientFixture.Seen seen = sendWhole(sending.client(server.url(), patient()));

        assertThat(seen.outcome()).isEqualTo(outcome);
        assertFailure(seen, type, code, text);
        assertThat(seen.chunks()).isEmpty();
        assertThat(server.requests().get(0).head()).contains("accept: application/json");
    }

    private RawServer writes(String written) throws IOException {
        return sending.server((request, out) -> {
            out.write(bytes(written));
            out.flush();
            return false;
        });
    }

    private static void assertFailure(ClientFixture.Seen seen, String type, String code, String text) {
        RequestFailure failure = seen.end().failure();
        assertThat(failure.type()).isEqualTo(type);
        assertThat(failure.code()).isEqualTo(code);
        if (text != null) {
            assertThat(failure.text()).isEqualTo(text);
        }
    }

    @Test
    void anAnswerInOnePieceIsCountedByItsUsageAndStampedAtItsLastByte() throws Exception {
        RawServer server = writes(json(
                200,
                "{\"choices\":[{\"message\":{\"content\":\"a b c\"},\"finish_reason\":\"length\"}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":7}}"));

        CallResult end = sendWhole(sending.client(server.url(), patient())).end();

        assertThat(end.response().outputTokens()).hasValue(7);
        assertThat(end.response().tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(end.response().outputChunks()).isZero();
        assertThat(end.stamps().lastByteNanos().getAsLong())
                .isGreaterThanOrEqualTo(end.stamps().firstByteNanos().getAsLong());
    }

    @Test
    void theConnectTimeoutCoversTheHandshake() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        RawServer mute = sending.server((request, out) -> {
            over.await();
            return false;
        });
        Duration late = ClientFixture.LATE;
        ClientOptions hasty = ClientOptions.of(new Timeouts(Duration.ofSeconds(2), late, late, late));

        // The server waits for a request and never speaks TLS.
        URI url = URI.create(mute.secureUrl().toString().replace("localhost", "127.0.0.1"));
        ClientFixture.Seen seen = send(sending.client(url, hasty));
        over.countDown();

        assertThat(seen.outcome()).isEqualTo(Outcome.CONNECT_TIMEOUT);
        assertThat(seen.end().failure().text()).isEqualTo("no connection within 2 s: the TLS handshake had not ended");
    }

    @Test
    void onlyWhatThePlanNamesIsTriedAgainAndTheFirstSendingCounts() throws Exception {
        List<Integer> statuses = List.of(503, 429, 200);
        RawServer server = sending.server((request, out) -> {
            int status = statuses.get(Math.min(request.overall(), 2));
            String answer = status == 200 ? stream(content("a"), DONE) : json(status, "{\"error\":\"busy\"}");
            out.write(bytes(answer));
            out.flush();
            return true;
        });
        RetryPlan retries = new RetryPlan(3, Set.of(Outcome.CONNECTION_RESET), Set.of(429, 503), Duration.ofMillis(30));

        ClientFixture.Seen seen = send(sending.client(server.url(), patient().with(retries)));

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(seen.end().connection().attempts()).isEqualTo(3);
        assertThat(seen.end().connection().transparentRetries()).isZero();
        long sentNanos = seen.end().stamps().sentNanos();
        // 30 ms before the second attempt, 60 ms before the third.
        assertThat(seen.chunks().get(0).stampNanos() - sentNanos).isGreaterThan(90_000_000L);
        assertThat(seen.end().stamps().firstByteNanos().getAsLong() - sentNanos).isGreaterThan(90_000_000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Retry-After: 1",
                "Date: Tue, 15 Nov 2022 08:12:31 GMT\r\nRetry-After: Tue, 15 Nov 2022 08:12:32 GMT"
            })
    void aServerThatAsksForPatienceGetsIt(String headers) throws Exception {
        RawServer server = sending.server((request, out) -> {
            String busy = json(429, "{\"error\":\"busy\"}").replaceFirst("\r\n", "\r\n" + headers + "\r\n");
            out.write(bytes(request.overall() == 0 ? busy : stream(content("a"), DONE)));
            out.flush();
            return true;
        });
        RetryPlan retries = new RetryPlan(2, Set.of(), Set.of(429), Duration.ofMillis(1));

        ClientFixture.Seen seen = send(sending.client(server.url(), patient().with(retries)));

        assertThat(seen.outcome()).isEqualTo(Outcome.OK);
        assertThat(seen.chunks().get(0).stampNanos() - seen.end().stamps().sentNanos())
                .isGreaterThanOrEqualTo(1_000_000_000L);
    }

    @Test
    void whenAttemptsAreUsedUpTheLastFailureStands() throws Exception {
        RawServer server = sending.server((request, out) -> {
            out.write(bytes(json(503, "{\"error\":\"busy\"}")));
            out.flush();
            return true;
        });
        RetryPlan retries = new RetryPlan(2, Set.of(), Set.of(503), Duration.ZERO);

        ClientFixture.Seen twice = send(sending.client(server.url(), patient().with(retries)));
        ClientFixture.Seen once = send(sending.client(server.url(), patient()));

        assertThat(twice.outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(twice.end().connection().attempts()).isEqualTo(2);
        assertThat(twice.end().response().httpStatus()).hasValue(503);
        assertThat(once.end().connection().attempts()).isEqualTo(1);
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void aServerThatCountsNoTokensIsNotBelieved() throws Exception {
        RawServer server = writes(stream(content("a"), content("b"), usage(0, 0), DONE));

        CallResult end = send(sending.client(server.url(), patient())).end();

        assertThat(end.response().outputTokens()).hasValue(2);
        assertThat(end.response().tokenSource()).isEqualTo(TokenSource.CHUNK_ESTIMATE);
    }

    @Test
    void whatAServerEchoesOfASecretIsTakenOut() throws Exception {
        RawServer server = sending.server((request, out) -> {
            String line = request.head()
                    .lines()
                    .filter(header -> header.startsWith("authorization"))
                    .findFirst()
                    .orElseThrow();
            String body = "{\"error\":{\"message\":\"denied: " + line + "\",\"type\":\"" + line + "\"}}";
            out.write(bytes(json(403, body).replaceFirst("\r\n", "\r\nX-Request-Id: " + line + "\r\n")));
            out.flush();
            return true;
        });
        ClientOptions options = patient().with(Credentials.of(new ApiKey("sk-hush-hush")));

        CallResult end = send(sending.client(server.url(), options)).end();

        assertThat(end.failure().text()).isEqualTo("denied: authorization: Bearer ***");
        assertThat(end.toString()).doesNotContain("hush");
        assertThat(options.toString()).doesNotContain("hush");
    }

    @Test
    void anErrorsBodyIsKeptUpToOneKibibyte() throws Exception {
        RawServer server = writes(http(500, "text/plain", "x".repeat(100_000)));

        assertThat(send(sending.client(server.url(), patient())).end().failure().text())
                .hasSize(1024);
    }
}
