package io.tidemark.sinks.store.read;

import java.util.List;

/** Sorted values, nanoseconds, out of {@code total}. When there were too many, values at evenly spaced ranks, smallest and largest among them. */
public record Distribution(List<Long> sortedNanos, long total) {
    public Distribution {
        sortedNanos = List.copyOf(sortedNanos);
    }

    /** Whether every value is there. */
    public boolean complete() {
        return sortedNanos.size() == total;
    }
}
