package io.tidemark.importers.result;

import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A {@link MetricSummary} of the values themselves: quantiles as numpy has them, by linear interpolation between ranks. */
final class ExactMetricSummary {
    static final double[] QUANTILES = {0.5, 0.9, 0.95, 0.99};

    private ExactMetricSummary() {}

    /** @param nanos in any order; one at least */
    static MetricSummary of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        LogHistogram sketch = new LogHistogram();
        for (long value : sorted) {
            sketch.add(value);
        }
        Map<Double, Long> quantiles = new TreeMap<>();
        for (double q : QUANTILES) {
            quantiles.put(q, quantile(sorted, q));
        }
        return new MetricSummary(
                sorted.length,
                OptionalDouble.of((double) sketch.sum() / sorted.length),
                OptionalLong.of(sorted[0]),
                OptionalLong.of(sorted[sorted.length - 1]),
                quantiles,
                sketch);
    }

    private static long quantile(long[] sorted, double q) {
        double position = (sorted.length - 1) * q;
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return Math.round(sorted[below] + (sorted[above] - sorted[below]) * (position - below));
    }
}
