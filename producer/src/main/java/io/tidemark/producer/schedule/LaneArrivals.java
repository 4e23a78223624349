package io.tidemark.producer.schedule;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.workers.WorkerShare;
import java.util.OptionalLong;

/** One lane's arrivals of a step: those of the whole schedule whose number is the lane's. Not thread-safe. */
final class LaneArrivals implements Arrivals {
    private final Arrivals whole;
    private final WorkerShare share;
    private long number;

    LaneArrivals(Arrivals whole, WorkerShare share) {
        this.whole = whole;
        this.share = share;
    }

    @Override
    public OptionalLong nextNanos() {
        OptionalLong next = whole.nextNanos();
        while (next.isPresent() && !share.owns(number++)) {
            next = whole.nextNanos();
        }
        return next;
    }
}
