package io.tidemark.producer.run;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.lanes.Share;
import java.util.OptionalLong;

/** One lane's arrivals of a step: those of the whole schedule whose number is the lane's. Not thread-safe. */
final class SharedArrivals implements Arrivals {
    private final Arrivals whole;
    private final Share share;
    private long number;

    SharedArrivals(Arrivals whole, Share share) {
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
