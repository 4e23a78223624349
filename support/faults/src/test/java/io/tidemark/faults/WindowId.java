package io.tidemark.faults;

import java.util.Comparator;

/**
 * A window of a series.
 *
 * @param metric its name in events
 * @param seconds length; 0 is the whole step
 * @param end epoch second, exclusive
 */
record WindowId(String requestClass, String metric, int seconds, long end) implements Comparable<WindowId> {
    private static final Comparator<WindowId> BY_SERIES_AND_END = Comparator.comparing(WindowId::requestClass)
            .thenComparing(WindowId::metric)
            .thenComparingInt(WindowId::seconds)
            .thenComparingLong(WindowId::end);

    @Override
    public int compareTo(WindowId other) {
        return BY_SERIES_AND_END.compare(this, other);
    }
}
