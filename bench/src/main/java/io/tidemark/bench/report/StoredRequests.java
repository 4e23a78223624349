package io.tidemark.bench.report;

import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.SplittableRandom;

/** A run's requests as its client would have published them: conversations of five turns, one in 500 not ok, lognormal latencies. */
final class StoredRequests {
    private static final long MILLIS = 1_000_000;
    private static final int TURNS = 5;
    private static final int NOT_OK_EVERY = 500;

    private final String run;
    private final ReportSize size;
    private final SplittableRandom random;

    StoredRequests(String run, ReportSize size, SplittableRandom random) {
        this.run = run;
        this.size = size;
        this.random = random;
    }

    /** How many of a step are not ok. */
    static long failed(ReportSize size) {
        return (size.requests() + NOT_OK_EVERY - 1L) / NOT_OK_EVERY;
    }

    /** The {@code n}th of a step, from 0. */
    RequestEvent of(int step, int n, Instant due) {
        long ttft = lognormal(150.0 * (step + 1));
        int tokens = 20 + random.nextInt(400);
        long last = ttft + tokens * lognormal(22);
        boolean ok = n % NOT_OK_EVERY != 0;
        return RequestEvent.newBuilder()
                .setRun(run)
                .setStep(step)
                .setLane("a")
                .setLaneSeq((long) step * size.requests() + n)
                .setRequest("a-" + step + "-" + n)
                .setTarget("gpu")
                .setModel("llama")
                .setRequestClass("chat/turn-" + turn(n))
                .setConversation("c-" + n / TURNS)
                .setTurn(turn(n))
                .setPart(StepPart.MEASURED)
                .setDue(due)
                .setSentNanos(40_000L)
                .setFirstByteNanos(ttft)
                .setFirstRoleNanos(ttft)
                .setFirstContentNanos(ttft)
                .setFirstTokenNanos(ttft)
                .setLastTokenNanos(last)
                .setEndNanos(last + MILLIS)
                .setConnectionReused(true)
                .setHttpStatus(ok ? 200 : 503)
                .setOutcome(ok ? Outcome.OK : Outcome.HTTP_ERROR)
                .setErrorType(ok ? null : "ServiceUnavailable")
                .setFinishReason(FinishReason.STOP)
                .setPromptTokens(1000 * turn(n) + random.nextInt(500))
                .setCachedTokens(900 * turn(n))
                .setOutputTokens(tokens)
                .setTokenSource(TokenSource.USAGE)
                .setChunkCount(tokens)
                .setBytesReceived(200L * tokens)
                .setItlSketch(ByteBuffer.wrap(itl().encode()))
                .build();
    }

    private LogHistogram itl() {
        LogHistogram gaps = new LogHistogram();
        for (int gap = 0; gap < 20; gap++) {
            gaps.add(lognormal(22));
        }
        return gaps;
    }

    private static int turn(int n) {
        return n % TURNS + 1;
    }

    private long lognormal(double medianMillis) {
        return Math.round(medianMillis * MILLIS * Math.exp(0.4 * random.nextGaussian()));
    }
}
