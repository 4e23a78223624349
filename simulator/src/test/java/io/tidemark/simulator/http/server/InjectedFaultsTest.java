package io.tidemark.simulator.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.faults.Fault;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each fault is put on while the server runs, seen from outside, and taken off again. */
@Tag("integration")
class InjectedFaultsTest {
    private static final String PATH = "/v1/completions";
    private static final String FAULTS = "/simulator/faults";
    private static final Instant START = Instant.parse("2026-02-05T14:01:03Z");
    private static final String SHORT = "{\"prompt\":\"a b\",\"max_tokens\":4,\"ignore_eos\":true,\"stream\":true,"
            + "\"stream_options\":{\"include_usage\":true}}";
    private static final String LONG = SHORT.replace("4,", "4000,");
    private static final int SHORT_EVENTS = 6;

    private SimulatorServer server;
    private HttpProbe probe;

    @BeforeEach
    void start() {
        SimulatorOptions options =
                SimulatorOptions.local(NanoClock.SYSTEM, () -> START).servingWriteLog();
        server = SimulatorServer.start(new ServerConfigLoader().builtIn("demo-small"), options);
        probe = new HttpProbe(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void stallPausesOpenStreamsUntilItIsTakenOff() {
        CompletableFuture<HttpResponse<String>> open = probe.postAsync(PATH, LONG, "X-Request-Id", "open");
        assertThat(Await.reached(() -> written("open") > 3)).isTrue();

        inject("stall");
        assertThat(Await.reached(this::nothingMoves)).isTrue();
        int before = written("open");
        CompletableFuture<HttpResponse<String>> waiting = probe.postAsync(PATH, SHORT);
        assertThat(Await.reached(this::nothingMoves)).isTrue();
        // The step that was on its way as the stall began may have had to wait for a processor.
        assertThat(written("open")).isBetween(before, before + 1);

        takeOff("?kind=stall");
        assertThat(HttpProbe.events(waiting.join())).hasSize(SHORT_EVENTS);
        assertThat(Await.reached(() -> written("open") > before + 1)).isTrue();
        assertThat(open).isNotDone();
    }

    @Test
    void theHeadOfAStreamGoesOutBeforeTheEngineHasAnything() throws Exception {
        inject("stall");
        CompletableFuture<HttpResponse<InputStream>> waiting = probe.headAsync(PATH, SHORT);

        assertThat(Await.reached(waiting::isDone)).isTrue();
        assertThat(waiting.join().statusCode()).isEqualTo(200);
        assertThat(waiting.join().body().available()).isZero();

        takeOff("?kind=stall");
        try (InputStream body = waiting.join().body()) {
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8).split("\n\n"))
                    .hasSize(SHORT_EVENTS);
        }
    }

    @Test
    void stallOneHoldsOneStreamAndLetsTheOthersGo() {
        inject("stall-one");
        CompletableFuture<HttpResponse<String>> victim = probe.postAsync(PATH, SHORT, "X-Request-Id", "victim");
        assertThat(Await.reached(() -> server.engineState().generatedTokens() == 4))
                .isTrue();

        assertThat(HttpProbe.events(probe.post(PATH, SHORT))).hasSize(SHORT_EVENTS);
        assertThat(written("victim")).isZero();
        assertThat(victim).isNotDone();

        takeOff("");
        assertThat(HttpProbe.events(victim.join())).hasSize(SHORT_EVENTS);
    }

    @Test
    void cutClosesOpenStreamsWithoutAnEnd() {
        CompletableFuture<HttpResponse<String>> open = probe.postAsync(PATH, LONG, "X-Request-Id", "open");
        assertThat(Await.reached(() -> written("open") > 0)).isTrue();

        inject("cut");

        assertThat(Await.reached(open::isCompletedExceptionally)).isTrue();
        assertThat(Await.reached(() -> server.engineState().running() == 0)).isTrue();
        takeOff("");
        assertThat(HttpProbe.events(probe.post(PATH, SHORT))).hasSize(SHORT_EVENTS);
        assertThat(metrics()).contains("finished_reason=\"abort\",model_name=\"demo-small\"} 1.0");
    }

    @Test
    void cutLetsAsManyTokensThroughAsItIsTold() {
        inject("cut=2");

        assertThatThrownBy(() -> probe.post(PATH, SHORT, "X-Request-Id", "cut"))
                .isInstanceOf(UncheckedIOException.class);

        assertThat(written("cut")).isEqualTo(2);
    }

    @Test
    void regressionsOfDifferentParametersHoldTogether() {
        inject("regress=step-time=50");
        inject("regress=max-num-seqs=1");
        CompletableFuture<HttpResponse<String>> first = probe.postAsync(PATH, LONG, "X-Request-Id", "first");
        assertThat(Await.reached(() -> written("first") > 1)).isTrue();
        CompletableFuture<HttpResponse<String>> second = probe.postAsync(PATH, LONG, "X-Request-Id", "second");

        assertThat(Await.reached(() -> server.engineState().waiting() == 1)).isTrue();
        long[] writes = server.writeLog().of("first").orElseThrow().dueNanos();
        // a step of one sequence takes 6 ms and more, and 50 times as long now
        assertThat(writes[1] - writes[0]).isGreaterThan(250_000_000L);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
    }

    @Test
    void refuseAnswersAsGatewaysDoAndSaysWhenToComeBack() {
        inject("refuse=429");
        HttpResponse<String> refused = probe.post(PATH, SHORT);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
        assertThat(refused.body()).contains("\"type\":\"TooManyRequests\"", "\"code\":429");

        inject("{\"fault\":\"refuse=503\"}");
        assertThat(probe.post(PATH, SHORT).statusCode()).isEqualTo(503);

        takeOff("");
        assertThat(probe.post(PATH, SHORT).statusCode()).isEqualTo(200);
    }

    @Test
    void aShareOfRequestsIsHitAndAlwaysTheSameOnes() {
        inject("error=500,share=0.5");

        List<Integer> statuses = java.util.stream.IntStream.range(0, 40)
                .mapToObj(i -> probe.post(PATH, SHORT.replace("4,", "1,")).statusCode())
                .toList();

        assertThat(statuses.stream().filter(status -> status == 500)).hasSizeBetween(8, 32);
    }

    @Test
    void hangStopsAStreamAndLeavesItOpen() {
        inject("hang=2");
        CompletableFuture<HttpResponse<String>> hung = probe.postAsync(PATH, LONG, "X-Request-Id", "hung");

        assertThat(Await.reached(
                        () -> written("hung") == 2 && server.engineState().running() == 0))
                .isTrue();
        takeOff("");
        assertThat(HttpProbe.events(probe.post(PATH, SHORT))).hasSize(SHORT_EVENTS);
        assertThat(hung).isNotDone();
        assertThat(written("hung")).isEqualTo(2);
    }

    @Test
    void slowTokensStretchEverySteps() {
        probe.post(PATH, SHORT, "X-Request-Id", "plain");
        inject("slow-tokens=10");
        probe.post(PATH, SHORT, "X-Request-Id", "slow");
        takeOff("");

        assertThat(lastGapNanos("slow")).isGreaterThan(5 * lastGapNanos("plain"));
    }

    @Test
    void wrongUsageCountsWhatWasNotSent() {
        inject("wrong-usage=7");
        assertThat(probe.post(PATH, SHORT).body()).contains("\"completion_tokens\":11");

        takeOff("?kind=wrong-usage");
        assertThat(probe.post(PATH, SHORT).body()).contains("\"completion_tokens\":4");
    }

    @Test
    void skewMovesTheDateOfTheServer() {
        assertThat(date()).isEqualTo("Thu, 05 Feb 2026 14:01:03 GMT");
        inject("skew=-3600");
        assertThat(date()).isEqualTo("Thu, 05 Feb 2026 13:01:03 GMT");
    }

    @Test
    void metricsCanBeSlowAndBrokenWhileAnswersAreNot() {
        inject("metrics-broken");
        assertThat(probe.get("/metrics").body()).doesNotEndWith("\n").contains("vllm:num_requests_running");
        inject("metrics-broken=500");
        assertThat(probe.get("/metrics").statusCode()).isEqualTo(500);
        takeOff("");

        inject("metrics-slow=0.3");
        long beforeNanos = NanoClock.SYSTEM.nanos();
        assertThat(probe.get("/metrics").statusCode()).isEqualTo(200);
        assertThat(NanoClock.SYSTEM.nanos() - beforeNanos).isGreaterThan(300_000_000L);
    }

    @Test
    void regressChangesAParameterOfTheRunningEngine() {
        inject("regress=max-num-seqs=1");
        CompletableFuture<HttpResponse<String>> first = probe.postAsync(PATH, LONG);
        CompletableFuture<HttpResponse<String>> second = probe.postAsync(PATH, LONG);
        assertThat(Await.reached(() -> server.engineState().waiting() == 1)).isTrue();
        assertThat(server.engineState().running()).isEqualTo(1);

        takeOff("");
        assertThat(Await.reached(() -> server.engineState().running() == 2)).isTrue();
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
    }

    @Test
    void aRestartCutsStreamsAndForgetsCountersAndCache() {
        probe.post(PATH, SHORT);
        CompletableFuture<HttpResponse<String>> open = probe.postAsync(PATH, LONG, "X-Request-Id", "open");
        assertThat(Await.reached(() -> written("open") > 0)).isTrue();
        int port = server.port();

        server.inject(Fault.parse("restart,for=0.2"));

        assertThat(Await.reached(open::isCompletedExceptionally)).isTrue();
        assertThat(Await.reached(this::answers)).isTrue();
        assertThat(server.port()).isEqualTo(port);
        assertThat(metrics()).contains("vllm:prompt_tokens_total{engine=\"0\",model_name=\"demo-small\"} 0.0");
        assertThat(HttpProbe.events(probe.post(PATH, SHORT))).hasSize(SHORT_EVENTS);
    }

    @Test
    void theAdminEndpointTellsWhatIsOnAndRefusesWhatItDoesNotKnow() {
        inject("cut,from=1000");
        assertThat(probe.get(FAULTS).body())
                .startsWith("{\"faults\":[{\"fault\":\"cut=0,from=1000.0\",\"on\":false,\"beginsInSeconds\":");

        HttpResponse<String> refused = probe.post(FAULTS, "melt");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("a fault must be one of stall, stall-one");
        takeOff("");
        assertThat(probe.get(FAULTS).body()).isEqualTo("{\"faults\":[]}");
    }

    private void inject(String fault) {
        assertThat(probe.post(FAULTS, fault).statusCode()).isEqualTo(200);
    }

    private void takeOff(String query) {
        assertThat(probe.delete(FAULTS + query).statusCode()).isEqualTo(200);
    }

    private String metrics() {
        return probe.get("/metrics").body();
    }

    private String date() {
        return probe.get("/health").headers().firstValue("date").orElseThrow();
    }

    private int written(String request) {
        return server.writeLog().of(request).map(it -> it.contentNanos().length).orElse(0);
    }

    private long lastGapNanos(String request) {
        long[] due = server.writeLog().of(request).orElseThrow().dueNanos();
        return due[due.length - 1] - due[due.length - 2];
    }

    /** Whether the engine makes no step for many times as long as a step takes. */
    private boolean nothingMoves() {
        long steps = server.engineState().steps();
        java.util.concurrent.locks.LockSupport.parkNanos(100_000_000L);
        return server.engineState().steps() == steps;
    }

    private boolean answers() {
        try {
            return probe.get("/health").statusCode() == 200;
        } catch (java.io.UncheckedIOException e) {
            return false;
        }
    }
}
