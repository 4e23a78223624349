package io.tidemark.producer.arrivals;

import java.util.OptionalLong;

/** Equal gaps; the first request is due at the start. The offset is computed from the number, so that no error adds up. */
public final class ConstantArrivals implements Arrivals {
    private final double gapNanos;
    private long number;

    public ConstantArrivals(double ratePerSecond) {
        if (!(ratePerSecond > 0)) {
            throw new IllegalArgumentException("rate must be > 0 requests per second but was " + ratePerSecond);
        }
        this.gapNanos = 1e9 / ratePerSecond;
    }

    @Override
    public OptionalLong nextNanos() {
        return OptionalLong.of((long) (number++ * gapNanos));
    }
}
