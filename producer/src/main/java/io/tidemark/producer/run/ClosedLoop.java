package io.tidemark.producer.run;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.lanes.Share;
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
record ClosedLoop(int concurrency, Duration rampUp, Share share) implements LoadDriver {
    /** All of it in one lane. */
    ClosedLoop(int concurrency, Duration rampUp) {
        this(concurrency, rampUp, Share.WHOLE);
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
        return new SharedArrivals(whole, share);
    }

    @Override
    public int keepReady() {
        return share.part(concurrency);
    }

    @Override
    public void conversationOver(long endNanos, LongConsumer begin) {
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
