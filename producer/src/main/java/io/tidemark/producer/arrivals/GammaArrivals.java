package io.tidemark.producer.arrivals;

import java.util.OptionalLong;
import java.util.function.DoubleSupplier;

/** Gaps that are drawn at a rate; the first request is due a gap after the start. */
final class GammaArrivals implements Arrivals {
    private final double meanGapNanos;
    private final DoubleSupplier unitGaps;
    private double offsetNanos;

    GammaArrivals(double ratePerSecond, DoubleSupplier unitGaps) {
        this.meanGapNanos = 1e9 / ratePerSecond;
        this.unitGaps = unitGaps;
    }

    @Override
    public OptionalLong nextNanos() {
        offsetNanos += unitGaps.getAsDouble() * meanGapNanos;
        return OptionalLong.of((long) offsetNanos);
    }
}
