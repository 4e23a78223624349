package io.tidemark.analysis.quantile;

import io.tidemark.schemas.sketch.LogHistogram;

/** Latencies of ok requests that can be asked for by rank: exact ones, or those of a sketch within its error. */
public interface RankedValues {
    /** How many there are. */
    long count();

    /** The value of a rank from 1 (smallest) to {@link #count()}, nanoseconds. */
    long nanosAt(long rank);

    /** The nearest rank of a quantile of n values, from 1; 1e-9 keeps rounding of the product from reaching the next rank. */
    static long rank(double quantile, long n) {
        return Math.max(1, (long) Math.ceil(quantile * n - 1e-9));
    }

    /** The value at the nearest rank of a quantile, nanoseconds; there must be one. */
    default long quantileNanos(double quantile) {
        return nanosAt(rank(quantile, count()));
    }

    /** Exact values; the array must be sorted and is not copied. */
    static RankedValues sorted(long[] sortedNanos) {
        return new RankedValues() {
            @Override
            public long count() {
                return sortedNanos.length;
            }

            @Override
            public long nanosAt(long rank) {
                return sortedNanos[Math.toIntExact(rank - 1)];
            }
        };
    }

    /** Those of a sketch, within its error of 1.083 %; the sketch must not change meanwhile. */
    static RankedValues of(LogHistogram sketch) {
        return new RankedValues() {
            @Override
            public long count() {
                return sketch.count();
            }

            @Override
            public long nanosAt(long rank) {
                // The middle of a rank's step, so that rounding of the product never reaches the next rank.
                return sketch.quantile((rank - 0.5) / sketch.count());
            }
        };
    }
}
