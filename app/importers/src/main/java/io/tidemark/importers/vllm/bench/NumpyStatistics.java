package io.tidemark.importers.vllm.bench;

import java.util.Arrays;

/**
 * Statistics over values in seconds as numpy computes them, in milliseconds: mean, median, population standard deviation
 * (ddof 0) and percentiles by linear interpolation. All are 0 when there is no value, as vLLM has it.
 */
public final class NumpyStatistics {
    private static final double MILLIS = 1_000;
    private static final double HALF = 0.5;

    private final double[] sorted;
    private final double mean;

    private NumpyStatistics(double[] sorted) {
        this.sorted = sorted;
        this.mean = Arrays.stream(sorted).average().orElse(0);
    }

    /** A distribution of these values, in any order. */
    public static NumpyStatistics ofSeconds(double[] values) {
        double[] sorted = values.length == 0 ? new double[1] : values.clone();
        Arrays.sort(sorted);
        return new NumpyStatistics(sorted);
    }

    public double meanMillis() {
        return mean * MILLIS;
    }

    public double medianMillis() {
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return median * MILLIS;
    }

    public double stdMillis() {
        double squares = Arrays.stream(sorted)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(squares / sorted.length) * MILLIS;
    }

    /** @param percent from 0 to 100 */
    public double percentileMillis(double percent) {
        double position = (sorted.length - 1) * percent / 100;
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, sorted.length - 1);
        return between(sorted[below], sorted[above], position - below) * MILLIS;
    }

    /** From the nearer end, as numpy does, so that the last digits agree. */
    private static double between(double low, double high, double share) {
        double gap = high - low;
        return share < HALF ? low + gap * share : high - gap * (1 - share);
    }
}
