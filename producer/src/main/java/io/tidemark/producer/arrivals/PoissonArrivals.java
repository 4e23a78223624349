package io.tidemark.producer.arrivals;

import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/** Independent arrivals: exponential gaps. The first is a gap after the start. */
public final class PoissonArrivals implements Arrivals {
    private final double meanGapNanos;
    private final RandomGenerator random;
    private double offsetNanos;

    public PoissonArrivals(double ratePerSecond, RandomGenerator random) {
        if (!(ratePerSecond > 0)) {
            throw new IllegalArgumentException("rate must be > 0 requests per second but was " + ratePerSecond);
        }
        this.meanGapNanos = 1e9 / ratePerSecond;
        this.random = random;
    }

    @Override
    public OptionalLong nextNanos() {
        offsetNanos += -Math.log1p(-random.nextDouble()) * meanGapNanos;
        return OptionalLong.of((long) offsetNanos);
    }
}
