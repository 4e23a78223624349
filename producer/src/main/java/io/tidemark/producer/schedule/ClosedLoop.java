package io.tidemark.producer.schedule;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.workers.WorkerShare;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * So many conversations at a time: the next one is due the moment one has ended. A conversation keeps its place while its
 * user thinks.
 *
 * @param concurrency of all lanes
 * @param rampUp over which the first ones are spread evenly; zero: all at the step's start
 * @param share this lane's of them
 */
record ClosedLoop(int concurrency, Duration rampUp, WorkerShare share) implements LoadDriver {
    /** All of it in one lane. */
    ClosedLoop(int concurrency, Duration rampUp) {
        this(concurrency, rampUp, WorkerShare.WHOLE);
    }

    @Override
    public Arrivals starts() {
        Arrivals whole = new Arrivals() {
            private int next;

            @Override
            public OptionalLong nextNanos() {
                if (next == concurrency) {
                    return OptionalLong.empty();
                }
                return OptionalLong.of((long) ((double) rampUp.toNanos() * next++ / concurrency));
            }
        };
        return new LaneArrivals(whole, share);
    }

    @Override
    public int turnsToKeepReady() {
        return share.part(concurrency);
    }

    @Override
    public void conversationEnded(long endNanos, LongConsumer begin) {
        begin.accept(endNanos);
    }

    @Override
    public boolean maySend(int inFlight) {
        return true;
    }

    @Override
    public boolean isRampedUp(long begun) {
        return begun >= share.part(concurrency);
    }
}
