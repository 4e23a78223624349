package io.tidemark.streams.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.Outcome;
import io.tidemark.events.ServerHistogram;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.signals.HeartbeatHistory;
import io.tidemark.streams.signals.ScrapeHistory;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What it costs to look for what moved: two engines and a GPU with every signal, an hour of scrapes, four lanes, 50 requests/s, printed. */
class CorrelationCostTest {
    private static final int KEPT_SECONDS = 3_600;
    private static final int MOVED_AT = 3_530;
    private static final BaselineTimes TIMES = new BaselineTimes(3_400, 3_520, 3_580);
    private static final int ROUNDS = 60;
    private static final double NANOS_PER_MILLI = 1e6;

    private final ScrapeHistory samples = new ScrapeHistory();
    private final HeartbeatHistory beats = new HeartbeatHistory();
    private final NanoClock clock = NanoClock.SYSTEM;

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static ServerSample sample(String instance, ServerRole role, int second) {
        boolean moved = second >= MOVED_AT;
        Map<String, Double> values = new HashMap<>();
        Map<String, ServerHistogram> histograms = new HashMap<>();
        for (Signal signal : Signal.values()) {
            switch (signal.kind()) {
                case GAUGE -> values.put(signal.id(), moved ? 40.0 : 4.0 + second % 3);
                case COUNTER -> values.put(signal.id(), 100.0 * second + second % 7);
                case HISTOGRAM ->
                    histograms.put(
                            signal.id(),
                            ServerHistogram.newBuilder()
                                    .setBounds(List.of(1.0))
                                    .setCounts(List.of(10.0 * second, 0.0))
                                    .setSum(0.2 * second)
                                    .setCount(10.0 * second)
                                    .build());
            }
        }
        return ServerSample.newBuilder()
                .setTarget("target")
                .setInstance(instance)
                .setRole(role)
                .setScrapeStart(Instant.ofEpochSecond(second))
                .setScrapeEnd(Instant.ofEpochSecond(second))
                .setUp(true)
                .setValues(values)
                .setHistograms(histograms)
                .build();
    }

    private static Heartbeat beat(String lane, int second) {
        LogHistogram lag = new LogHistogram();
        lag.add(300_000);
        Instant at = Instant.ofEpochSecond(second);
        return Heartbeat.newBuilder()
                .setRun("run")
                .setLane(lane)
                .setLaneSeq(second)
                .setTarget("target")
                .setAt(at)
                .setPublishedThrough(at)
                .setTokenBatches(0)
                .setRequests(0)
                .setDue(12L * second)
                .setInFlight(5)
                .setScheduleLag(ByteBuffer.wrap(lag.encode()))
                .build();
    }

    private static Pane ended(int second) {
        Pane pane = new Pane();
        RequestMeasurement.Times times = new RequestMeasurement.Times(1, 1, 1, 1, 1);
        for (int i = 0; i < 50; i++) {
            RequestMeasurement.Tokens tokens =
                    new RequestMeasurement.Tokens(500 + i, second >= MOVED_AT ? 0 : 400, 60 + i % 9);
            pane.addEnded(new RequestMeasurement(true, 0, Outcome.OK, true, times, tokens, 0));
        }
        return pane;
    }

    @Test
    void whatItCostsIsPrinted() {
        for (int second = 0; second < KEPT_SECONDS; second++) {
            samples.add(sample("engine-1", ServerRole.ENGINE, second));
            samples.add(sample("engine-2", ServerRole.ENGINE, second));
            samples.add(sample("gpu", ServerRole.GPU, second));
            for (int lane = 0; lane < 4; lane++) {
                beats.onHeartbeat(beat("lane-" + lane, second));
            }
        }
        Map<Integer, Pane> panes = IntStream.range((int) TIMES.baseFrom(), (int) TIMES.until())
                .boxed()
                .collect(Collectors.toMap(second -> second, CorrelationCostTest::ended));
        long[] nanos = new long[ROUNDS];
        BreachCorrelator.Correlation found = new BreachCorrelator.Correlation(List.of(), "");
        for (int round = 0; round < ROUNDS; round++) {
            long began = clock.nanos();
            EndedRequests ended = EndedRequests.during(TIMES);
            panes.forEach(ended::add);
            found = new BreachCorrelator(samples, beats).correlate("target", TIMES, ended);
            nanos[round] = clock.nanos() - began;
        }
        long first = nanos[0];
        Arrays.sort(nanos);
        System.out.printf(
                "what moved, per time it is looked for: first %.1f ms, median %.2f ms, slowest but three %.2f ms%n",
                first / NANOS_PER_MILLI, nanos[ROUNDS / 2] / NANOS_PER_MILLI, nanos[ROUNDS - 4] / NANOS_PER_MILLI);
        assertThat(found.signals()).extracting(MovedSignal::getSignal).contains("load.cached_ratio");
    }
}
