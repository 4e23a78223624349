package io.tidemark.bench.store;

import io.tidemark.events.Finality;
import io.tidemark.events.FinishReason;
import io.tidemark.events.MetricName;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.run.RunKey;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;

/** Records as a run with 200 output tokens a request leaves them. */
final class StoredEvents {
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0W0000";
    private static final long MILLIS = 1_000_000;
    private static final int TOKENS = 200;
    private static final int SERIES = 8;

    private final SplittableRandom random = new SplittableRandom(1);

    static RunKey key(Team team) {
        return new RunKey(team, RUN);
    }

    RequestEvent request(int number) {
        long ttft = (80 + random.nextInt(200)) * MILLIS;
        long tpot = (10 + random.nextInt(5)) * MILLIS;
        LogHistogram gaps = new LogHistogram();
        for (int gap = 1; gap < TOKENS; gap++) {
            gaps.add(tpot + random.nextInt(1_000_000));
        }
        long last = MILLIS + ttft + (TOKENS - 1) * tpot;
        return RequestEvent.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setLane("a")
                .setLaneSeq(number)
                .setRequest(RUN + "-a-" + number)
                .setTarget("gpu")
                .setModel("llama-3.3-70b")
                .setPart(StepPart.MEASURED)
                .setDue(START.plusMillis(20L * number))
                .setSentNanos(MILLIS)
                .setFirstByteNanos(ttft)
                .setFirstContentNanos(MILLIS + ttft)
                .setFirstTokenNanos(MILLIS + ttft)
                .setLastTokenNanos(last)
                .setEndNanos(last + MILLIS)
                .setHttpStatus(200)
                .setRemoteAddress("10.0.0.7:8000")
                .setOutcome(Outcome.OK)
                .setFinishReason(FinishReason.LENGTH)
                .setPromptTokens(500)
                .setCachedTokens(128)
                .setOutputTokens(TOKENS)
                .setTokenSource(TokenSource.USAGE)
                .setChunkCount(TOKENS)
                .setBytesReceived(54_000)
                .setItlSketch(ByteBuffer.wrap(gaps.encode()))
                .build();
    }

    /** @param revision of two records of one window the higher holds */
    WindowStats window(int number, int revision) {
        Instant end = START.plusSeconds(10L + number / SERIES);
        return WindowStats.newBuilder()
                .setRun(RUN)
                .setStep(0)
                .setTarget("gpu-" + number % SERIES)
                .setMetric(MetricName.TTFT)
                .setWindowSeconds(10)
                .setStart(end.minusSeconds(10))
                .setEnd(end)
                .setFinality(Finality.FINAL)
                .setRevision(revision)
                .setCount(500)
                .setSumNanos(50_000 * MILLIS)
                .setP50Nanos(100 * MILLIS)
                .setP90Nanos(150 * MILLIS)
                .setP95Nanos(180 * MILLIS)
                .setP99Nanos(200 * MILLIS)
                .setSignals(Map.of("engine.requests.waiting", 3.0, "engine.kv.usage", 0.71))
                .setSignalAgeMillis(400L)
                .build();
    }
}
