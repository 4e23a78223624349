package io.tidemark.streams.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.Outcome;
import io.tidemark.events.ServerHistogram;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.serde.TrustedEvents;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.RequestFact;
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
class MovedWithCostTest {
    private static final int KEPT_SECONDS = 3_600;
    private static final int MOVED_AT = 3_530;
    private static final Times TIMES = new Times(3_400, 3_520, 3_580);
    private static final int ROUNDS = 60;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Samples samples = new Samples();
    private final ClientBeats beats = new ClientBeats();
    private final NanoClock clock = NanoClock.SYSTEM;

    @BeforeAll
    static void trust() {
        TrustedEvents.trust();
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
        RequestFact.Times times = new RequestFact.Times(1, 1, 1, 1, 1);
        for (int i = 0; i < 50; i++) {
            RequestFact.Tokens tokens = new RequestFact.Tokens(500 + i, second >= MOVED_AT ? 0 : 400, 60 + i % 9);
            pane.requestEnded(new RequestFact(true, 0, Outcome.OK, true, times, tokens, 0));
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
                beats.hear(beat("lane-" + lane, second));
            }
        }
        Map<Integer, Pane> panes = IntStream.range((int) TIMES.baseFrom(), (int) TIMES.until())
                .boxed()
                .collect(Collectors.toMap(second -> second, MovedWithCostTest::ended));
        long[] nanos = new long[ROUNDS];
        MovedWith.Found found = new MovedWith.Found(List.of(), "");
        for (int round = 0; round < ROUNDS; round++) {
            long began = clock.nanos();
            Ended ended = Ended.over(TIMES);
            panes.forEach(ended::add);
            found = new MovedWith(samples, beats).of("target", TIMES, ended);
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
