package io.tidemark.app.cli.prompts;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/** How lengths are distributed: nearest-rank quantiles. */
record LengthDistribution(int count, int min, int p50, int p95, int p99, int max, long sum) {
    /** @param lengths at least one */
    static LengthDistribution of(IntStream lengths) {
        int[] sorted = lengths.sorted().toArray();
        return new LengthDistribution(
                sorted.length,
                sorted[0],
                at(sorted, 0.5),
                at(sorted, 0.95),
                at(sorted, 0.99),
                sorted[sorted.length - 1],
                Arrays.stream(sorted).asLongStream().sum());
    }

    String format() {
        return String.format(
                Locale.ROOT, "min %,d   p50 %,d   p95 %,d   p99 %,d   max %,d   sum %,d", min, p50, p95, p99, max, sum);
    }

    private static int at(int[] sorted, double quantile) {
        return sorted[Math.max(0, (int) Math.ceil(quantile * sorted.length) - 1)];
    }
}
