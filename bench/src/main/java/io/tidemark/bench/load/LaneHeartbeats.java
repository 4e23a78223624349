package io.tidemark.bench.load;

import io.tidemark.events.Heartbeat;
import java.time.Duration;
import java.time.Instant;

/** The heartbeats of a synthetic lane, and the counts that they announce. Not thread-safe. */
final class LaneHeartbeats {
    private static final long SECOND_NANOS = 1_000_000_000L;

    /** As real lanes leave it. */
    private static final Duration MARGIN = Duration.ofMillis(100);

    private final RunShape shape;
    private final String lane;
    private long seq;
    private long tokenBatches;
    private long requests;

    LaneHeartbeats(RunShape shape, String lane) {
        this.shape = shape;
        this.lane = lane;
    }

    /** The number of the next token batch; counts it. */
    long countTokenBatch() {
        return tokenBatches++;
    }

    /** The number of the next request; counts it. */
    long countRequest() {
        return requests++;
    }

    /** When the next heartbeat is due, since the run's start: one a second. */
    long nextNanos() {
        return (seq + 1) * SECOND_NANOS;
    }

    Heartbeat next(int inFlight) {
        Instant at = shape.start().plusNanos(nextNanos());
        return beat(at, at.minus(MARGIN)).setInFlight(inFlight).build();
    }

    Heartbeat last(long atNanos) {
        Instant at = shape.start().plusNanos(atNanos);
        return beat(at, at).setClosing(true).build();
    }

    private Heartbeat.Builder beat(Instant at, Instant through) {
        return Heartbeat.newBuilder()
                .setRun(shape.run())
                .setLane(lane)
                .setLaneSeq(seq++)
                .setAt(at)
                .setPublishedThrough(through)
                .setTokenBatches(tokenBatches)
                .setRequests(requests)
                .setNextTokenBatch(tokenBatches)
                .setNextRequest(requests)
                .setDue(requests)
                .setSent(requests);
    }
}
