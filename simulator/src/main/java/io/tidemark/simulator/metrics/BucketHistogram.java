package io.tidemark.simulator.metrics;

import java.util.Arrays;

/** A Prometheus histogram with fixed bounds. Not thread-safe. */
final class BucketHistogram {
    private final double[] bounds;
    private final long[] counts;
    private double sum;

    /** @param bounds upper bounds, ascending, without +Inf */
    BucketHistogram(double... bounds) {
        this(bounds.clone(), new long[bounds.length + 1], 0);
    }

    private BucketHistogram(double[] bounds, long[] counts, double sum) {
        this.bounds = bounds;
        this.counts = counts;
        this.sum = sum;
    }

    BucketHistogram copy() {
        return new BucketHistogram(bounds, counts.clone(), sum);
    }

    void observe(double value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts[bucket]++;
        sum += value;
    }

    int buckets() {
        return counts.length;
    }

    double bound(int bucket) {
        return bucket < bounds.length ? bounds[bucket] : Double.POSITIVE_INFINITY;
    }

    long count(int bucket) {
        return counts[bucket];
    }

    boolean isEmpty() {
        return Arrays.stream(counts).allMatch(count -> count == 0);
    }

    double sum() {
        return sum;
    }
}
