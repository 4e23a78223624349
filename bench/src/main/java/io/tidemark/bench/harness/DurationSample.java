package io.tidemark.bench.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measured durations in nanoseconds, sorted. */
public final class DurationSample {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long[] sortedNanos;

    private DurationSample(long[] sortedNanos) {
        this.sortedNanos = sortedNanos;
    }

    /** @throws IllegalArgumentException if there are none */
    public static DurationSample of(long[] nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("a spread needs a value but got none");
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new DurationSample(sorted);
    }

    /** @throws IllegalArgumentException if there are no values in any */
    public static DurationSample join(List<DurationSample> spreads) {
        return of(spreads.stream()
                .flatMapToLong(spread -> Arrays.stream(spread.sortedNanos))
                .toArray());
    }

    public double meanNanos() {
        return Arrays.stream(sortedNanos).average().orElseThrow();
    }

    public int count() {
        return sortedNanos.length;
    }

    /** The value at the nearest rank, {@code ceil(q * count)}. */
    public long quantileNanos(double q) {
        int rank = (int) Math.ceil(q * sortedNanos.length);
        return sortedNanos[Math.max(1, rank) - 1];
    }

    /** In milliseconds, three places. */
    public String millis(double q) {
        return String.format(Locale.ROOT, "%.3f", quantileNanos(q) / NANOS_PER_MILLI);
    }

    /** How many times the other's quantile this one's is. */
    public String ratio(double q, DurationSample other) {
        return String.format(Locale.ROOT, "%.2f", (double) quantileNanos(q) / Math.max(1, other.quantileNanos(q)));
    }
}
