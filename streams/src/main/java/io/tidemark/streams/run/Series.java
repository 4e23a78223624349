package io.tidemark.streams.run;

import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.SeriesKey;

/** A series of a run: its seconds, and its windows at two heads, the settled one and the live one. Not thread-safe. */
final class Series {
    private final SeriesKey key;
    private final Panes panes = new Panes();
    private final Rolling settled;
    private final Rolling live;
    private final Written written = new Written();

    Series(SeriesKey key, long settledHead, long liveHead) {
        this.key = key;
        this.settled = new Rolling(panes, settledHead);
        this.live = new Rolling(panes, liveHead);
    }

    SeriesKey key() {
        return key;
    }

    Panes panes() {
        return panes;
    }

    /** Windows that follow what the lanes announced. */
    Rolling settled() {
        return settled;
    }

    /** Windows that follow the wall clock. */
    Rolling live() {
        return live;
    }

    /** What was last written of the settled windows. */
    Written written() {
        return written;
    }

    void add(long second, Pane delta) {
        panes.add(second, delta);
        settled.late(second, delta);
        live.late(second, delta);
    }
}
