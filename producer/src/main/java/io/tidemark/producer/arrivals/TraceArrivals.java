package io.tidemark.producer.arrivals;

import java.util.List;
import java.util.OptionalLong;

/** The arrivals of a recorded trace, counted from its first row and sped up; ends with the trace. */
public final class TraceArrivals implements Arrivals {
    private final List<TraceRow> rows;
    private final double speedUp;
    private int next;

    /** @param rows in order of time */
    public TraceArrivals(List<TraceRow> rows, double speedUp) {
        if (!(speedUp > 0)) {
            throw new IllegalArgumentException("speed-up must be > 0 but was " + speedUp);
        }
        this.rows = List.copyOf(rows);
        this.speedUp = speedUp;
    }

    @Override
    public OptionalLong nextNanos() {
        if (next == rows.size()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of((long) (rows.get(next++).offsetNanos() / speedUp));
    }
}
