package io.tidemark.simulator.client;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Median, p95 and p99 of one latency, in milliseconds; NaN of nothing. */
public record LatencyQuantiles(double p50Millis, double p95Millis, double p99Millis) {
    private static final double NANOS_PER_MILLI = 1e6;

    static LatencyQuantiles of(DoubleStream nanos) {
        double[] sorted = nanos.sorted().toArray();
        return new LatencyQuantiles(at(sorted, 0.50), at(sorted, 0.95), at(sorted, 0.99));
    }

    /** The smallest value that at least the share {@code q} of the values does not exceed. */
    private static double at(double[] sorted, double q) {
        int rank = (int) Math.ceil(q * sorted.length) - 1;
        return Arrays.stream(sorted).skip(Math.max(0, rank)).findFirst().orElse(Double.NaN) / NANOS_PER_MILLI;
    }
}
