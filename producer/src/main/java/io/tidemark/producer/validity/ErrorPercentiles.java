package io.tidemark.producer.validity;

import java.util.stream.LongStream;

/**
 * Median and 99th percentile of some values, nanoseconds, exact: the value whose rank is the quantile's, rounded up.
 *
 * @param count of the values; with none both are 0
 */
public record ErrorPercentiles(long p50Nanos, long p99Nanos, long count) {
    static ErrorPercentiles of(LongStream nanos) {
        long[] sorted = nanos.sorted().toArray();
        return sorted.length == 0
                ? new ErrorPercentiles(0, 0, 0)
                : new ErrorPercentiles(at(sorted, 0.5), at(sorted, 0.99), sorted.length);
    }

    private static long at(long[] sorted, double quantile) {
        return sorted[(int) Math.ceil(quantile * sorted.length) - 1];
    }
}
