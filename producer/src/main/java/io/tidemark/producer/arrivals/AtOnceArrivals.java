package io.tidemark.producer.arrivals;

import java.util.OptionalLong;

/** So many arrivals, all at the start. */
final class AtOnceArrivals implements Arrivals {
    private long left;

    AtOnceArrivals(long requests) {
        this.left = requests;
    }

    @Override
    public OptionalLong nextNanos() {
        return left-- > 0 ? OptionalLong.of(0) : OptionalLong.empty();
    }
}
