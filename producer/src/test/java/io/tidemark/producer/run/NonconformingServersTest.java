package io.tidemark.producer.run;

import static io.tidemark.producer.testing.Sse.DONE;
import static io.tidemark.producer.testing.Sse.END;
import static io.tidemark.producer.testing.Sse.HEAD;
import static io.tidemark.producer.testing.Sse.bytes;
import static io.tidemark.producer.testing.Sse.content;
import static io.tidemark.producer.testing.Sse.finish;
import static io.tidemark.producer.testing.Sse.part;
import static io.tidemark.producer.testing.Sse.usage;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.DoubtCount;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenSource;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.Clocks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Small runs against servers that stall, cut, lie, refuse in bursts and echo secrets. */
@Tag("integration")
class NonconformingServersTest {
    private static final long GAP_NANOS = 5_000_000;
    private static final String KEY = "sk-hush-hush";
    private static final String PLAN = """
            experiment: odd servers
            workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
            arrivals: constant
            steps: [{rate: 50, requests: 24}]
            limits: {schedule_lag_p99: 60s, sent_share: 0.1}
            warm_up_client: false
            first_request: false
            """;

    private final MemoryPublisher published = new MemoryPublisher();

    private RunOutcome execute(String text, URI url) throws InterruptedException {
        return execute(text, url, "lane-0");
    }

    private RunOutcome execute(String text, URI url, String lane) throws InterruptedException {
        Plan plan = PlanLoader.parse(
                text, "plan.yaml", TestResources.path("README.md").resolveSibling(""));
        RunSpec spec = new RunSpec(
                RunSpecFixture.RUN,
                plan,
                plan.phases().get(0),
                TargetPlan.at(url, "m"),
                lane,
                Optional.empty(),
                List.of("m"),
                Credentials.of(new ApiKey(KEY)),
                new RunSpec.Tool("test", "tidemark run"),
                false);
        Clocks clocks = RunSpecFixture.clocks();
        return new LoadRun(spec, RunDependencies.of(clocks, published, RunListener.silent())).execute();
    }

    private static String stream(String... messages) {
        return HEAD + new String(part(String.join("", messages)), StandardCharsets.UTF_8) + END;
    }

    private static String json(int status, String headers, String body) {
        return "HTTP/1.1 " + status + " x\r\n" + headers + "Content-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private StepState ended() {
        List<StepState> steps = published.events(ControlEvent.class).stream()
                .map(ControlEvent::getState)
                .filter(StepState.class::isInstance)
                .map(StepState.class::cast)
                .toList();
        return steps.get(steps.size() - 1);
    }

    @Test
    void everythingAServerDoesIsCountedOnceAndOnlyOnce() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, out) -> odd(request, out, over))) {
            RunOutcome outcome = execute(PLAN + "timeouts: {between_tokens: 2s}\n", server.url());
            over.countDown();

            StepCounts counts = outcome.steps().get(0).counts();
            // Six kinds of answers by turns, four of each.
            assertThat(counts.due()).isEqualTo(24);
            assertThat(counts.outcomes())
                    .isEqualTo(Map.of(
                            Outcome.OK, 8L,
                            Outcome.HTTP_ERROR, 8L,
                            Outcome.STREAM_CUT, 4L,
                            Outcome.TOKEN_GAP_TIMEOUT, 4L));
            assertThat(published.events(RequestEvent.class)).hasSize(24);
        }
        assertThat(published.events(RequestEvent.class).stream()
                        .filter(event -> event.getOutcome() == Outcome.HTTP_ERROR)
                        .map(RequestEvent::getHttpStatus))
                .containsOnly(429, 503);
        assertThat(ended().getFlags())
                .containsExactly(
                        "output tokens were not all counted in the same way: 4 by the server's usage,"
                                + " 4 by an estimate of one per chunk",
                        "requests that got fewer output tokens than exact_output requests: 4 of 24; 66.7 % of"
                                + " their tokens are missing; do not compare with runs of another answer length",
                        "answers whose usage counts at least 10 % fewer tokens than came as chunks, or 10 % more than"
                                + " max_tokens, which the chunks keep: 4 of 4; the usage is wrong: TPOT is not known");
    }

    @Test
    void aServerThatEndsItsStreamsWithoutDoneIsMeasuredAndTheStepSaysSo() throws Exception {
        String whole = content("a b c d e f") + finish("length") + usage(8, 6);
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(stream(whole)));
            out.flush();
            return true;
        })) {
            RunOutcome outcome = execute(PLAN, server.url());

            assertThat(outcome.steps().get(0).counts().outcomes()).isEqualTo(Map.of(Outcome.OK, 24L));
        }
        assertThat(ended().getFlags())
                .containsExactly(
                        "requests that were answered in full, by finish_reason or usage and the end of the HTTP message,"
                                + " without [DONE] (counted as OK): 24 of 24");
    }

    @Test
    void answersThatAServerHoldsBackAreADoubtOfTheStep() throws Exception {
        String whole = content("t").repeat(24) + finish("length") + usage(8, 24) + DONE;
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(HEAD));
            out.flush();
            LockSupport.parkNanos(20 * GAP_NANOS);
            out.write(part(whole));
            out.write(bytes(END));
            out.flush();
            return true;
        })) {
            execute(PLAN.replace("output_tokens: 6", "output_tokens: 24"), server.url());
        }
        assertThat(ended().getDoubts()).containsExactly(new DoubtCount("held_back", 24L, 24L));
        assertThat(ended().getFlags())
                .containsExactly("streamed answers that came at once or in blocks: 24 of 24; a proxy or the server"
                        + " holds them back: ITL and TPOT are not known");
    }

    @Test
    void anAnswerInGzipIsMeasuredAsOthersAre() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(HEAD.replace("Transfer-Encoding", "Content-Encoding: gzip\r\nTransfer-Encoding")));
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(packed, 512, true)) {
                for (String event : List.of(content("a"), content("b"), finish("length") + usage(8, 6) + DONE)) {
                    gzip.write(bytes(event));
                    gzip.flush();
                    httpChunk(out, packed);
                    LockSupport.parkNanos(GAP_NANOS);
                }
            }
            httpChunk(out, packed);
            out.write(bytes(END));
            out.flush();
            return true;
        })) {
            RunOutcome outcome = execute(PLAN, server.url());

            assertThat(outcome.steps().get(0).counts().outcomes()).isEqualTo(Map.of(Outcome.OK, 24L));
        }
        assertThat(published.events(RequestEvent.class)).allSatisfy(event -> {
            assertThat(event.getChunkCount()).isEqualTo(2);
            assertThat(event.getOutputTokens()).isEqualTo(6);
        });
    }

    private static void httpChunk(OutputStream out, ByteArrayOutputStream packed) throws IOException {
        out.write(bytes(Integer.toHexString(packed.size()) + "\r\n"));
        packed.writeTo(out);
        out.write(bytes("\r\n"));
        out.flush();
        packed.reset();
    }

    @Test
    void aRunWhoseClientFailsIsInvalidWithItsFirstCauseAndHasAnEventForEachDueRequest() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(stream(content("a"), DONE)));
            out.flush();
            return true;
        })) {
            // Its name is a part of a header, where a line break cannot be.
            RunOutcome outcome = execute(PLAN, server.url(), "lane\n0");

            assertThat(outcome.steps().get(0).counts().outcomes()).isEqualTo(Map.of(Outcome.CLIENT_ERROR, 24L));
            assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
            assertThat(outcome.invalidReasons().get(0))
                    .contains("24 of 24 requests that failed in this client, not in the server")
                    .contains("Validation failed for header");
        }
        assertThat(published.events(RequestEvent.class)).hasSize(24);
    }

    private static boolean odd(RawServer.Request request, OutputStream out, CountDownLatch over)
            throws IOException, InterruptedException {
        switch (request.overall() % 6) {
            case 0 ->
                out.write(bytes(
                        stream(content("to"), content(" be"), content(" or"), content(" not"), usage(8, 2), DONE)));
            case 1 -> out.write(bytes(stream(content("a"), usage(8, 0), DONE)));
            case 2 -> out.write(bytes(json(429, "Retry-After: 1\r\n", "{\"error\":\"busy\"}")));
            case 3 -> out.write(bytes(json(503, "", "{\"error\":{\"message\":\"scaling\",\"type\":\"x\"}}")));
            case 4 -> {
                out.write(bytes(HEAD));
                out.write(part(content("a")));
                out.flush();
                return false;
            }
            default -> {
                out.write(bytes(HEAD));
                out.write(part(content("a")));
                out.flush();
                over.await(90, TimeUnit.SECONDS);
                return false;
            }
        }
        out.flush();
        return true;
    }

    @Test
    void anUnknownModelIsToldTogetherWithTheKnownOnes() throws Exception {
        String body =
                "{\"error\":{\"message\":\"The model `x` does not exist.\",\"type\":\"NotFoundError\",\"code\":404}}";
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(json(404, "", body)));
            out.flush();
            return true;
        })) {
            execute(PLAN, server.url());
        }

        assertThat(published.events(RequestEvent.class).get(0).getErrorText())
                .isEqualTo("The model `x` does not exist. (before the run the target listed these models: m)");
    }

    @Test
    void withoutAStreamThereIsNoFirstToken() throws Exception {
        String answer = "{\"choices\":[{\"message\":{\"content\":\"a b\"},\"finish_reason\":\"length\"}],"
                + "\"usage\":{\"prompt_tokens\":8,\"completion_tokens\":6}}";
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(json(200, "", answer)));
            out.flush();
            return true;
        })) {
            RunOutcome outcome = execute(PLAN + "request: {stream: false, temperature: 0, n: 1}\n", server.url());

            assertThat(outcome.steps().get(0).counts().ok()).isEqualTo(24);
            assertThat(server.requests().get(0).body())
                    .contains("\"stream\":false", "\"temperature\":0.0")
                    .doesNotContain("stream_options");
        }
        assertThat(published.events(RequestEvent.class)).allSatisfy(event -> {
            assertThat(event.getStreaming()).isFalse();
            assertThat(event.getTokenSource()).isEqualTo(TokenSource.USAGE);
            assertThat(event.getOutputTokens()).isEqualTo(6);
            assertThat(event.getTraceId()).hasSize(32);
            assertThat(event.getTokenBatches()).isZero();
            assertThat(Metric.TTFT.nanos(event)).isEmpty();
            assertThat(Metric.TTFT_DUE.nanos(event)).isEmpty();
            assertThat(Metric.TPOT.nanos(event)).isEmpty();
            assertThat(Metric.E2E.nanos(event)).isPresent();
        });
        assertThat(published.events(RequestEvent.class).stream().map(RequestEvent::getTraceId))
                .doesNotHaveDuplicates();
    }

    @Test
    void retriedRequestsAreOneRequestEachAndSaidToBe() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            boolean refused = request.overall() < 5;
            out.write(bytes(refused ? json(503, "", "{\"error\":\"busy\"}") : stream(content("a"), usage(8, 1), DONE)));
            out.flush();
            return true;
        })) {
            RunOutcome outcome = execute(PLAN + "retries: {attempts: 9, on: [503], backoff: 1ms}\n", server.url());

            assertThat(outcome.steps().get(0).counts().outcomes()).isEqualTo(Map.of(Outcome.OK, 24L));
            assertThat(server.requests()).hasSize(29);
        }
        assertThat(published.events(RequestEvent.class).stream()
                        .mapToInt(event -> event.getAttempts() - event.getSentAnew())
                        .sum())
                .isEqualTo(29);
        assertThat(ended().getFlags()).anyMatch(flag -> flag.contains("were retried"));
    }

    @Test
    void severalAnswersPerRequestAreSaidToBe() throws Exception {
        String two = content("b").replace("\"index\":0", "\"index\":1");
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes(HEAD));
            out.write(part(content("a") + two));
            out.flush();
            LockSupport.parkNanos(GAP_NANOS);
            out.write(part(content("a") + two + usage(8, 4) + DONE));
            out.write(bytes(END));
            out.flush();
            return true;
        })) {
            execute(PLAN.replace("requests: 24", "requests: 3") + "request: {n: 2}\n", server.url());

            assertThat(server.requests().get(0).body()).contains("\"n\":2");
        }
        assertThat(published.events(RequestEvent.class)).hasSize(3).allSatisfy(event -> {
            assertThat(event.getOutputTokens()).isEqualTo(4);
            LogHistogram itl = LogHistogram.decode(event.getItlSketch().array());
            // Two messages of two chunks each: one gap for each answer, none of the zeros between them.
            assertThat(itl.count()).isEqualTo(2);
        });
        assertThat(ended().getFlags())
                .contains("2 answers per request (request.n): tpot covers all answers of a request together, itl each"
                        + " answer separately");
    }

    @Test
    void theKeyIsInNoEventAndNoLogThoughTheServerEchoesIt() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        log.start();
        root.addAppender(log);
        root.setLevel(Level.TRACE);
        try (RawServer server = new RawServer((request, out) -> {
            out.write(
                    bytes(json(401, "", "{\"error\":{\"message\":\"bad key " + KEY + "\",\"type\":\"" + KEY + "\"}}")));
            out.flush();
            return true;
        })) {
            execute(PLAN + "api_key: {env: TIDEMARK_KEY}\n", server.url());
            assertThat(server.requests().get(0).head()).contains("Bearer " + KEY);
        } finally {
            root.setLevel(before);
            root.detachAppender(log);
        }

        assertThat(published.events(RequestEvent.class).get(0).getErrorText()).isEqualTo("bad key ***");
        assertThat(published.events(ControlEvent.class))
                .filteredOn(event -> event.getState() instanceof RunState)
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.toString()).contains("TIDEMARK_KEY"));
        assertThat(published.all()).noneMatch(event -> event.toString().contains("hush"));
        assertThat(List.copyOf(log.list))
                .noneMatch(line -> line.getFormattedMessage().contains("hush"));
    }

    @Test
    void thePromptIsInNoEventThoughTheServerEchoesIt() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            String prompt = request.body().replaceAll(".*\"content\":\"([^\"]*)\".*", "$1");
            out.write(bytes(json(400, "", "{\"error\":{\"message\":\"Prompt too long: " + prompt + "\"}}")));
            out.flush();
            return true;
        })) {
            execute(PLAN, server.url());
        }

        assertThat(published.events(RequestEvent.class))
                .filteredOn(event -> event.getOutcome() == Outcome.HTTP_ERROR)
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.getErrorText()).matches("Prompt too long:\\s+\\*{3}\\W*"));
    }
}
