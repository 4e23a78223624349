package io.tidemark.producer.run;

import static io.tidemark.producer.testing.Sse.bytes;
import static io.tidemark.producer.testing.Sse.content;
import static io.tidemark.producer.testing.Sse.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloState;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.scrape.HttpTargetControl;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.Clocks;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class LoadRunTest {
    private static final String PLAN = """
            experiment: test
            workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
            arrivals: constant
            steps:
              - {rate: 40, requests: 20, warm_up: 100ms, cool_down: 100ms}
              - {rate: 80, duration: 500ms}
            slo: {objectives: [ttft_due p95 < 250ms, errors < 1%]}
            limits: {schedule_lag_p99: 60s}
            warm_up_client: false
            first_request: false
            """;

    private final MemoryPublisher published = new MemoryPublisher();

    private static Plan plan(String text) {
        return PlanLoader.parse(
                text, "plan.yaml", TestResources.path("README.md").resolveSibling(""));
    }

    private LoadRun run(Plan plan, URI url, RunListener listener) {
        return run(RunSpecFixture.of(plan, url), listener);
    }

    private LoadRun run(RunSpec spec, RunListener listener) {
        Clocks clocks = RunSpecFixture.clocks();
        return new LoadRun(spec, RunDependencies.of(clocks, published, listener));
    }

    private RunOutcome execute(String plan, RawServer server) throws InterruptedException {
        return run(plan(plan), server.url(), RunListener.silent()).execute();
    }

    /** Six tokens, 2 ms apart. */
    private static boolean sixTokens(RawServer.Request request, OutputStream out) throws IOException {
        out.write(bytes(Sse.HEAD));
        for (int i = 0; i < 6; i++) {
            out.write(part(content("t" + i)));
            out.flush();
            LockSupport.parkNanos(2_000_000);
        }
        out.write(part(Sse.finish("length")));
        if (request.body().contains("\"n\":2")) {
            out.write(part((content("t") + Sse.finish("length")).replace("\"index\":0", "\"index\":1")));
        }
        out.write(part(Sse.usage(8, 6) + Sse.DONE));
        out.write(bytes(Sse.END));
        out.flush();
        return true;
    }

    private <T> List<T> states(Class<T> type) {
        return published.events(ControlEvent.class).stream()
                .map(ControlEvent::getState)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    @Test
    void aPauseBetweenStepsIsWithoutLoad() throws Exception {
        String plan = PLAN.replace("- {rate: 80, duration: 500ms}", "- {rate: 80, duration: 100ms, idle: 400ms}");
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            execute(plan, server);

            Instant firstEnded = states(StepState.class).stream()
                    .filter(state -> state.getStep() == 0)
                    .map(StepState::getEnded)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElseThrow();
            assertThat(states(StepState.class).stream().filter(state -> state.getStep() == 1))
                    .isNotEmpty()
                    .allSatisfy(state -> assertThat(state.getStarted()).isAfterOrEqualTo(firstEnded.plusMillis(400)));
        }
    }

    @Test
    void aStepEndsWhenItsListenerHasSeenEnoughAndSaysWhy() throws Exception {
        String plan = PLAN.replace("- {rate: 80, duration: 500ms}", "- {rate: 80, duration: 60s, cool_down: 60s}");
        RunListener listener = new RunListener() {
            private int step;

            @Override
            public void progress(RunProgress progress) {
                step = progress.step();
            }

            @Override
            public Optional<String> earlyStopReason() {
                return step == 1 ? Optional.of("its listener had") : Optional.empty();
            }
        };
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            RunOutcome outcome = run(plan(plan), server.url(), listener).execute();

            assertThat(outcome.status()).isEqualTo(RunStatus.ENDED);
            assertThat(outcome.steps().get(1).flags()).contains("ended before its plan's end: its listener had");
            assertThat(outcome.steps().get(1).counts().due()).isBetween(40L, 4_000L);
            assertThat(outcome.steps().get(1).counts().ok())
                    .isEqualTo(outcome.steps().get(1).counts().due());
        }
    }

    @Test
    void countsAreConserved() throws Exception {
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            RunOutcome outcome = execute(PLAN, server);

            // 4 in 100 ms of warm-up, 20 measured, 4 of cool-down; then 40 in half a second at 80 per second.
            assertThat(outcome.status()).isEqualTo(RunStatus.ENDED);
            assertThat(outcome.steps()).extracting(step -> step.counts().due()).containsExactly(28L, 40L);
            assertThat(outcome.steps())
                    .extracting(step -> step.counts().measuredDue())
                    .containsExactly(20L, 40L);
            List<RequestEvent> requests = published.events(RequestEvent.class);
            assertThat(requests).hasSize(68).allMatch(request -> request.getOutcome() == Outcome.OK);
            assertThat(requests.stream().map(RequestEvent::getRequest)).doesNotHaveDuplicates();
            assertThat(requests.stream().map(RequestEvent::getLaneSeq))
                    .containsExactlyElementsOf(LongStream.range(0, 68).boxed().toList());
            assertThat(server.requests()).hasSize(68);
            for (StepSummary step : outcome.steps()) {
                long ended = step.counts().outcomes().values().stream()
                        .mapToLong(n -> n)
                        .sum();
                assertThat(ended)
                        .isEqualTo(step.counts().due())
                        .isEqualTo(step.counts().ended());
                assertThat(step.counts().inFlight()).isZero();
            }
        }
    }

    @Test
    void ttftAndAllGapsAddUpToTheLastToken() throws Exception {
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            execute(PLAN, server);
        }
        Map<String, List<TokenBatch>> batches =
                published.events(TokenBatch.class).stream().collect(Collectors.groupingBy(TokenBatch::getRequest));

        for (RequestEvent request : published.events(RequestEvent.class)) {
            LogHistogram itl = LogHistogram.decode(request.getItlSketch().array());
            assertThat(request.getChunkCount()).isEqualTo(6);
            assertThat(itl.count()).isEqualTo(5);
            long ttft = Metric.TTFT.nanos(request).orElseThrow();
            assertThat(ttft + itl.sum()).isEqualTo(Metric.E2E.nanos(request).orElseThrow());
            assertThat(chunkStamps(batches.get(request.getRequest()), ChunkKind.CONTENT))
                    .hasSize(6)
                    .startsWith(ttft)
                    .endsWith(ttft + itl.sum());
            assertThat(batches.get(request.getRequest())).hasSize(request.getTokenBatches());
            assertThat(Metric.QUEUE_TIME.nanos(request).orElseThrow()).isNotNegative();
        }
    }

    /** From sent, nanoseconds, as a reader of the topic adds them up. */
    private static List<Long> chunkStamps(List<TokenBatch> batches, ChunkKind kind) {
        List<Long> stamps = new ArrayList<>();
        long at = 0;
        for (TokenBatch batch : batches) {
            assertThat(batch.getBaseNanos()).isEqualTo(at);
            for (int i = 0; i < batch.getGapsNanos().size(); i++) {
                at += batch.getGapsNanos().get(i);
                if (batch.getKinds().get(i) == kind) {
                    stamps.add(at);
                }
            }
        }
        assertThat(batches.get(batches.size() - 1).getLast()).isTrue();
        return stamps;
    }

    @Test
    void heartbeatsAnnounceWhatWasHandedOverBeforeThem() throws Exception {
        String plan = PLAN.replace("requests: 20", "requests: 60");
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            execute(plan, server);
        }
        long requests = 0;
        long batches = 0;
        Instant through = Instant.MIN;
        for (Object event : published.all()) {
            requests += event instanceof RequestEvent ? 1 : 0;
            batches += event instanceof TokenBatch ? 1 : 0;
            if (event instanceof RequestEvent request) {
                assertThat(request.getDue().plusNanos(request.getEndNanos())).isAfter(through);
            }
            if (event instanceof Heartbeat beat) {
                assertThat(beat.getRequests()).isEqualTo(requests);
                assertThat(beat.getTokenBatches()).isEqualTo(batches);
                assertThat(beat.getNextRequest()).isEqualTo(requests);
                assertThat(beat.getNextTokenBatch()).isEqualTo(batches);
                assertThat(beat.getLostRequests() + beat.getLostTokenBatches()).isZero();
                assertThat(beat.getClockOffsetNanos()).isEqualTo(-5);
                through = beat.getPublishedThrough();
            }
        }
        List<Heartbeat> beats = published.events(Heartbeat.class);
        Heartbeat last = beats.get(beats.size() - 1);
        assertThat(beats).hasSizeGreaterThan(1);
        assertThat(last.getClosing()).isTrue();
        assertThat(last.getDue()).isEqualTo(108);
        assertThat(last.getInFlight()).isZero();
        long lags = beats.stream()
                .mapToLong(beat ->
                        LogHistogram.decode(beat.getScheduleLag().array()).count())
                .sum();
        assertThat(lags).isEqualTo(108);
    }

    @Test
    void controlTellsTheWholeStory() throws Exception {
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            execute(PLAN, server);
        }

        assertThat(states(RunState.class))
                .extracting(RunState::getStatus)
                .containsExactly(RunStatus.RUNNING, RunStatus.ENDED);
        assertThat(states(SloState.class))
                .extracting(slo -> slo.getObjective().getName())
                .containsExactly("ttft_due p95 < 250ms", "errors < 1%");
        List<StepState> steps = states(StepState.class);
        assertThat(steps).extracting(StepState::getStep).containsExactly(0, 0, 1, 1);
        assertThat(steps.get(0).getEnded()).isNull();
        StepState ended = steps.get(1);
        assertThat(ended.getRequestsByLane()).isEqualTo(Map.of("lane-0", 28L));
        assertThat(ended.getMeasuredByLane()).isEqualTo(Map.of("lane-0", 20L));
        assertThat(ended.getDrawnRate()).isEqualTo(40.0);
        assertThat(Duration.between(ended.getStarted(), ended.getMeasureFrom())).isEqualTo(Duration.ofMillis(100));
        // Steps do not mix: the second starts after the first has ended.
        assertThat(steps.get(2).getStarted()).isAfterOrEqualTo(ended.getEnded());
        long measured = published.events(RequestEvent.class).stream()
                .filter(request -> request.getStep() == 0 && request.getPart() == StepPart.MEASURED)
                .peek(request ->
                        assertThat(request.getDue()).isBetween(ended.getMeasureFrom(), ended.getMeasureUntil()))
                .count();
        assertThat(measured).isEqualTo(20);
    }

    @Test
    void aServerThatAnswersNothingDoesNotSlowTheSchedule() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        String plan = PLAN.replace("  - {rate: 80, duration: 500ms}\n", "") + "timeouts: {first_token: 8s}\n";
        try (RawServer server = new RawServer((request, out) -> {
            over.await(90, TimeUnit.SECONDS);
            return false;
        })) {
            RunOutcome outcome = execute(plan, server);
            over.countDown();

            assertThat(outcome.steps()).extracting(step -> step.counts().sent()).containsExactly(28L);
            assertThat(outcome.steps())
                    .extracting(step -> step.counts().inFlightPeak())
                    .containsExactly(28);
            assertThat(outcome.steps().get(0).counts().outcomes()).isEqualTo(Map.of(Outcome.FIRST_TOKEN_TIMEOUT, 28L));
            Heartbeat busy = published.events(Heartbeat.class).stream()
                    .filter(beat -> beat.getInFlight() > 0)
                    .findFirst()
                    .orElseThrow();
            assertThat(LogHistogram.decode(busy.getWaitingAges().array()).count())
                    .isEqualTo(busy.getInFlight());
        }
    }

    @Test
    void whatIsBeyondOurOwnLimitIsDroppedAndCounted() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        String plan = PLAN.replace("limits: {", "limits: {in_flight: 5, drain: 100ms, ");
        try (RawServer server = new RawServer((request, out) -> {
            over.await(90, TimeUnit.SECONDS);
            return false;
        })) {
            RunOutcome outcome = execute(plan, server);
            over.countDown();

            assertThat(outcome.steps().get(0).counts().outcomes())
                    .isEqualTo(Map.of(Outcome.DROPPED, 23L, Outcome.CANCELLED, 5L));
            assertThat(outcome.steps().get(0).counts().inFlightPeak()).isEqualTo(5);
            assertThat(outcome.status()).isEqualTo(RunStatus.INVALID);
            assertThat(outcome.invalidReasons().get(0)).contains("of its requests on time (limit 98 %)");
        }
    }

    @Test
    void aCancelledRunEndsSoonAndStillTellsEverything() throws Exception {
        String plan = PLAN.replace("requests: 20", "requests: 100000");
        List<RunProgress> heard = new ArrayList<>();
        LoadRun[] run = new LoadRun[1];
        RunListener listener = new RunListener() {
            @Override
            public void progress(RunProgress progress) {
                if (progress.latencies().ttftDueP99Nanos().isPresent()) {
                    heard.add(progress);
                    run[0].stop("stopped by ana: a release");
                }
            }
        };
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            run[0] = run(plan(plan), server.url(), listener);
            RunOutcome outcome = run[0].execute();

            assertThat(outcome.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(outcome.steps()).hasSize(1);
            assertThat(published.events(RequestEvent.class))
                    .hasSize((int) outcome.steps().get(0).counts().due());
            assertThat(heard.get(0).counts().due()).isPositive();
            assertThat(heard.get(0).load().asked()).isEqualTo(40);
            assertThat(heard.get(0).stepCount()).isEqualTo(2);
            List<RunState> states = states(RunState.class);
            assertThat(states.get(0).getStopReason()).isNull();
            assertThat(states.get(states.size() - 1).getStopReason()).isEqualTo("stopped by ana: a release");
            assertThat(states.get(states.size() - 1).getRemarks()).isEmpty();
        }
    }

    @Test
    void whatACancelledRunGaveUpIsNotMeasured() throws Exception {
        String plan = PLAN.replace("requests: 20", "requests: 100000");
        CountDownLatch over = new CountDownLatch(1);
        LoadRun[] run = new LoadRun[1];
        RunListener listener = new RunListener() {
            @Override
            public void progress(RunProgress progress) {
                run[0].cancel();
            }
        };
        try (RawServer server = new RawServer((request, out) -> {
            over.await(90, TimeUnit.SECONDS);
            return false;
        })) {
            run[0] = run(plan(plan), server.url(), listener);
            RunOutcome outcome = run[0].execute();
            over.countDown();

            assertThat(outcome.status()).isEqualTo(RunStatus.ABORTED);
            assertThat(outcome.steps().get(0).counts().outcomes().get(Outcome.CANCELLED))
                    .isPositive();
            assertThat(published.events(RequestEvent.class).stream()
                            .filter(event -> event.getOutcome() == Outcome.CANCELLED)
                            .map(RequestEvent::getPart))
                    .isNotEmpty()
                    .containsOnly(StepPart.STOPPED);
            long measured = published.events(RequestEvent.class).stream()
                    .filter(event -> event.getPart() == StepPart.MEASURED)
                    .count();
            StepState ended = states(StepState.class).get(1);
            assertThat(ended.getMeasuredByLane()).isEqualTo(Map.of("lane-0", measured));
            assertThat(outcome.steps().get(0).counts().sentInSchedule()).isLessThanOrEqualTo(measured);
        }
    }

    @Test
    void whatTheDrainGaveUpIsMeasured() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        String plan = PLAN.replace("limits: {", "limits: {drain: 100ms, ");
        try (RawServer server = new RawServer((request, out) -> {
            over.await(90, TimeUnit.SECONDS);
            return false;
        })) {
            execute(plan, server);
            over.countDown();

            assertThat(published.events(RequestEvent.class).stream()
                            .filter(event -> event.getOutcome() == Outcome.CANCELLED && event.getStep() == 1)
                            .map(RequestEvent::getPart))
                    .isNotEmpty()
                    .containsOnly(StepPart.MEASURED);
        }
    }

    @Test
    void realPromptsArriveAsARealTraceSaysAndLeaveNoTextBehind() throws Exception {
        String plan = """
                experiment: trace
                workload: {kind: trace, file: traces/azure-conv-200.csv, rows: 30, exact_output: false}
                arrivals: trace
                steps:
                  - {speed_up: 60, requests: 30}
                limits: {schedule_lag_p99: 60s}
                first_request: false
                """;
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            RunOutcome outcome = execute(plan, server);

            assertThat(outcome.steps().get(0).counts().ok()).isEqualTo(30);
            Map<String, RequestEvent> byName = published.events(RequestEvent.class).stream()
                    .collect(Collectors.toMap(RequestEvent::getRequest, Function.identity()));
            assertThat(byName.get("lane-0-0").getPlannedPromptTokens()).isEqualTo(374);
            assertThat(byName.get("lane-0-1").getPlannedOutputTokens()).isEqualTo(109);
            assertThat(Duration.between(
                            byName.get("lane-0-0").getDue(),
                            byName.get("lane-0-1").getDue()))
                    .isBetween(
                            Duration.ofNanos(4_314_579_000L / 60 - 2_000),
                            Duration.ofNanos(4_314_579_000L / 60 + 2_000));
            assertThat(byName.values()).allMatch(request -> request.getRecordedPrompt() == null);
        }
    }

    @Test
    void textIsKeptOnlyWhenAskedFor() throws Exception {
        String plan = PLAN.replace("  - {rate: 80, duration: 500ms}\n", "");
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            run(RunSpecFixture.recordingText(plan(plan), server.url()), RunListener.silent())
                    .execute();
        }

        assertThat(published.events(RequestEvent.class)).allSatisfy(request -> {
            assertThat(request.getRecordedPrompt().split(" ", -1)).hasSize(8);
            assertThat(request.getRecordedAnswer()).isEqualTo("t0t1t2t3t4t5");
        });
    }

    @Test
    void aWorkloadThatCannotBeReadIsRefusedBeforeAnythingIsSent() {
        Plan plan = plan(PLAN.replace(
                "{kind: synthetic, prompt_tokens: 8, output_tokens: 6}",
                "{kind: prompts, format: jsonl, file: prompts/mt-bench-8.jsonl}"));

        assertThatThrownBy(() -> run(plan, URI.create("http://127.0.0.1:1"), RunListener.silent()))
                .hasMessageEndingWith("mt-bench-8.jsonl:1 must have a text in 'prompt'");
        assertThat(published.all()).isEmpty();
    }

    @Test
    void whetherTokensArePublishedChangesNoResult() throws Exception {
        String plan = PLAN.replace("  - {rate: 80, duration: 500ms}\n", "") + "tokens: sample\n";
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            execute(plan, server);
        }

        assertThat(published.events(TokenBatch.class).stream()
                        .map(TokenBatch::getRequest)
                        .distinct())
                .containsExactly("lane-0-0", "lane-0-10", "lane-0-20");
        assertThat(published.events(RequestEvent.class)).hasSize(28).allSatisfy(request -> {
            boolean sampled = request.getRequest().endsWith("0");
            assertThat(request.getTokenBatches() > 0).isEqualTo(sampled);
            assertThat(LogHistogram.decode(request.getItlSketch().array()).count())
                    .isEqualTo(5);
        });
    }

    @Test
    void theFirstRequestGoesAloneAndIsReportedAlone() throws Exception {
        String plan = PLAN.replace("first_request: false", "first_request: true");
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            RunOutcome outcome = execute(plan, server);

            assertThat(outcome.steps().get(0).counts().due()).isEqualTo(28);
            RequestEvent first = published.events(RequestEvent.class).get(0);
            assertThat(first.getRequestClass()).isEqualTo("first-request");
            assertThat(first.getPart()).isEqualTo(StepPart.WARM_UP);
            assertThat(published.events(RequestEvent.class)).hasSize(69);
            assertThat(states(RunState.class).get(1).getFirstRequestTtftNanos()).isPositive();
            assertThat(states(StepState.class).get(1).getRequestsByLane()).isEqualTo(Map.of("lane-0", 29L));
        }
    }

    @Test
    void aFirstRequestThatGetsNoStatusEndsTheRun() throws Exception {
        String plan = PLAN.replace("first_request: false", "first_request: true");
        try (RawServer server = new RawServer((request, out) -> false)) {
            assertThatThrownBy(() -> execute(plan, server))
                    .isInstanceOf(TargetException.class)
                    .hasMessageContaining(
                            "the first request, POST " + server.url() + "/v1/chat/completions, was not answered: ")
                    .hasMessageNotContaining("HTTP ");
            assertThat(states(RunState.class).get(1).getStatus()).isEqualTo(RunStatus.ABORTED);
        }
    }

    @Test
    void aFirstRequestThatIsRefusedEndsTheRun() throws Exception {
        String plan = PLAN.replace("first_request: false", "first_request: true");
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes("HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"));
            out.flush();
            return true;
        })) {
            assertThatThrownBy(() -> execute(plan, server))
                    .hasMessageContaining("the first request, POST " + server.url()
                            + "/v1/chat/completions, was not answered: HTTP_ERROR, HTTP 404");
            assertThat(server.requests()).hasSize(1);
            assertThat(states(RunState.class).get(1).getStatus()).isEqualTo(RunStatus.ABORTED);
        }
    }

    /** Some servers answer their health page while they load the model. */
    @Test
    void theFirstRequestToAServerThatThePlanStartsIsSentAgainWhileItLoads() throws Exception {
        assertFirstRequestIsSentAgain("server: {command: serve, ready: {timeout: 60s}}\n", Duration.ZERO);
    }

    @Test
    void theFirstRequestToAServerThatIsAwaitedIsSentAgainWhileItLoads() throws Exception {
        assertFirstRequestIsSentAgain("", Duration.ofSeconds(60));
    }

    private void assertFirstRequestIsSentAgain(String section, Duration readyWithin) throws Exception {
        String plan = PLAN.replace("first_request: false", "first_request: true") + section;
        AtomicInteger asked = new AtomicInteger();
        try (RawServer server = new RawServer((request, out) -> {
            if (asked.incrementAndGet() > 2) {
                return sixTokens(request, out);
            }
            out.write(bytes("HTTP/1.1 503 X\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"));
            out.flush();
            return true;
        })) {
            RunDependencies parts = RunDependencies.of(RunSpecFixture.clocks(), published, RunListener.silent())
                    .withTarget(new TargetServices(TokenLengths.estimate(), TargetControl.none(), readyWithin));
            RunOutcome outcome = new LoadRun(RunSpecFixture.of(plan(plan), server.url()), parts).execute();

            assertThat(outcome.steps().get(0).counts().due()).isEqualTo(28);
            assertThat(published.events(RequestEvent.class))
                    .filteredOn(request -> request.getRequestClass().equals("first-request"))
                    .extracting(RequestEvent::getHttpStatus)
                    .containsExactly(503, 503, 200);
            assertThat(states(RunState.class).get(1).getFirstRequestTtftNanos()).isPositive();
        }
    }

    @Test
    void theFirstRequestAsksWhatTheLoadAsksAndNamesTheKeyThatLeavesOutWhatIsRefused() throws Exception {
        String plan = PLAN.replace("first_request: false", "first_request: true");
        String body = "{\"detail\":[{\"loc\":[\"body\",\"ignore_eos\"],\"msg\":\"Extra inputs are not permitted\"}]}";
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes("HTTP/1.1 422 X\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body));
            out.flush();
            return true;
        })) {
            assertThatThrownBy(() -> execute(plan, server))
                    .hasMessageContaining("HTTP 422, body.ignore_eos: Extra inputs are not permitted. "
                            + "workload.exact_output: false leaves out ignore_eos");
            assertThat(server.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.body()).contains("\"ignore_eos\":true"));
        }
    }

    /** Prompts and their lengths are another's; all other keys are those of the load, whatever the plan asks. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "request: {extra_body: {top_k: 5, chat_template_kwargs: {thinking: false}}, temperature: 0.5, n: 2}",
                "request: {max_tokens_key: max_completion_tokens, exact_output_by: [ignore_eos]}",
                "request: {max_tokens_key: both, stream_options: false}",
                "api: completions",
                "workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6, exact_output: false}",
                "workload: {kind: mixture, parts: [{weight: 1, kind: synthetic, class: a, prompt_tokens: 8, output_tokens: 6},"
                        + " {weight: 1, kind: synthetic, class: b, prompt_tokens: 9, output_tokens: 7}]}"
            })
    void theFirstRequestHasTheFieldsOfTheLoad(String more) throws Exception {
        String plan = PLAN.replace("first_request: false", "first_request: true")
                .replace("warm_up: 100ms, cool_down: 100ms", "warm_up: 0s")
                .replace("slo: {objectives: [ttft_due p95 < 250ms, errors < 1%]}\n", "");
        String asked = more.startsWith("workload") ? plan.replaceFirst("workload: .*\n", "") : plan;
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            execute(asked + more + "\n", server);

            List<Map<String, Object>> bodies = new ArrayList<>();
            for (RawServer.Request request : server.requests()) {
                bodies.add(fields(request.body()));
            }
            assertThat(bodies.get(0)).isNotEmpty();
            assertThat(bodies).allSatisfy(body -> assertThat(body).isEqualTo(bodies.get(0)));
        }
    }

    /** Of a body, without what differs from request to request. */
    private static Map<String, Object> fields(String body) throws IOException {
        Map<String, Object> fields = new JsonMapper().readValue(body, new TypeReference<>() {});
        for (String own : List.of("messages", "prompt", "max_tokens", "max_completion_tokens", "min_tokens")) {
            fields.computeIfPresent(own, (name, value) -> "its own");
        }
        return fields;
    }

    @Test
    void aRedirectionIsToldWithItsPlaceButNotItsQuery() throws Exception {
        String there = "https://there/v1/chat/completions";
        String plan = PLAN.replace("first_request: false", "first_request: true");
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes("HTTP/1.1 307 X\r\nLocation: " + there + "?key=s3\r\nContent-Length: 0\r\n\r\n"));
            out.flush();
            return true;
        })) {
            assertThatThrownBy(() -> execute(plan, server))
                    .hasMessageContaining("HTTP 307, it redirects to " + there + ", which");
        }
    }

    @Test
    void answersOfACacheAreAClassOfTheirOwn() throws Exception {
        String plan = PLAN.replace("kind: synthetic,", "kind: synthetic, class: chat,");
        try (RawServer server = new RawServer((request, out) -> {
            if (request.overall() % 4 == 3) {
                out.write(bytes(new String(Sse.answer(6), StandardCharsets.UTF_8)
                        .replaceFirst("\r\n\r\n", "\r\nX-Cache: HIT\r\n\r\n")));
                out.flush();
                return true;
            }
            LockSupport.parkNanos(60_000_000);
            return sixTokens(request, out);
        })) {
            execute(plan, server);
        }

        Map<String, List<RequestEvent>> byClass = published.events(RequestEvent.class).stream()
                .collect(Collectors.groupingBy(RequestEvent::getRequestClass));
        assertThat(byClass).containsOnlyKeys("chat", "chat/cached");
        assertThat(byClass.get("chat")).hasSize(51);
        assertThat(byClass.get("chat/cached")).hasSize(17);
        // What the cache answered at once is not among the times of what the server answered.
        assertThat(byClass.get("chat"))
                .allSatisfy(event -> assertThat(event.getFirstTokenNanos() - event.getSentNanos())
                        .isGreaterThan(50_000_000));
        Map<String, String> classes = published.events(RequestEvent.class).stream()
                .collect(Collectors.toMap(RequestEvent::getRequest, RequestEvent::getRequestClass));
        assertThat(published.events(TokenBatch.class))
                .isNotEmpty()
                .allSatisfy(batch -> assertThat(batch.getRequestClass()).isEqualTo(classes.get(batch.getRequest())));
    }

    @Test
    void aRequiredResetThatTheServerRefusesEndsTheRunBeforeAnyLoad() throws Exception {
        String plan = PLAN.replace("kind: synthetic,", "kind: synthetic, reset_prefix_cache: require,");
        try (RawServer server = new RawServer((request, out) -> {
            out.write(bytes("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
            out.flush();
            return true;
        })) {
            HttpTargetControl control = new HttpTargetControl(
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
                    TargetPlan.at(server.url(), "m"),
                    Map.of(),
                    List.of());
            RunDependencies parts = RunDependencies.of(RunSpecFixture.clocks(), published, RunListener.silent())
                    .withTarget(new TargetServices(TokenLengths.estimate(), control));

            assertThatThrownBy(() -> new LoadRun(RunSpecFixture.of(plan(plan), server.url()), parts).execute())
                    .hasMessage("workload.reset_prefix_cache is require, but the target did not reset its prefix cache:"
                            + " /reset_prefix_cache: HTTP 404, /flush_cache: HTTP 404");
            assertThat(server.requests())
                    .extracting(RawServer.Request::path)
                    .containsExactly("/reset_prefix_cache", "/flush_cache");
            assertThat(states(RunState.class))
                    .last()
                    .satisfies(state -> assertThat(state.getStatus()).isEqualTo(RunStatus.ABORTED));
        }
    }

    @Test
    void whoeverInterruptsARunLeavesAnEnd() throws Exception {
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            LoadRun run = run(plan(PLAN), server.url(), RunListener.silent());
            Thread.currentThread().interrupt();

            assertThatThrownBy(run::execute).isInstanceOf(InterruptedException.class);
        }

        assertThat(states(RunState.class)).last().satisfies(state -> {
            assertThat(state.getStatus()).isEqualTo(RunStatus.ABORTED);
            assertThat(state.getInvalidReasons()).singleElement().asString().startsWith("the run was interrupted");
        });
    }

    @Test
    void aStepSaysThatItsServerServedOthersToo() throws Exception {
        AtomicLong finished = new AtomicLong();
        TargetControl shared = new TargetControl() {
            @Override
            public Reset resetPrefixCache() {
                return Reset.DONE;
            }

            @Override
            public Optional<TargetCounters> counters() {
                return Optional.of(new TargetCounters(OptionalLong.of(finished.getAndAdd(1000)), Optional.empty()));
            }
        };
        try (RawServer server = new RawServer(LoadRunTest::sixTokens)) {
            RunDependencies parts = RunDependencies.of(RunSpecFixture.clocks(), published, RunListener.silent())
                    .withTarget(new TargetServices(TokenLengths.estimate(), shared));
            new LoadRun(RunSpecFixture.of(plan(PLAN), server.url()), parts).execute();
        }

        assertThat(states(StepState.class).stream().filter(state -> state.getEnded() != null))
                .isNotEmpty()
                .allSatisfy(state -> assertThat(state.getFlags())
                        .last()
                        .asString()
                        .contains("requests during the step and this run sent"));
    }
}
