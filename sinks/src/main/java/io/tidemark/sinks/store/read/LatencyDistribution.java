package io.tidemark.sinks.store.read;

import java.util.List;

/** Sorted values, nanoseconds, out of {@code total}. When there were too many, values at evenly spaced ranks, smallest and largest among them. */
public record LatencyDistribution(List<Long> sortedNanos, long total) {
    public LatencyDistribution {
        sortedNanos = List.copyOf(sortedNanos);
    }

    /** Whether every value is there. */
    public boolean complete() {
        return sortedNanos.size() == total;
    }
}
