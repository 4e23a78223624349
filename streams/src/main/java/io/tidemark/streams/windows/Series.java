package io.tidemark.streams.windows;

import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesKey;

/** A series of a run: its seconds, and its windows at two heads, the settled one and the live one. Not thread-safe. */
public final class Series {
    private final SeriesKey key;
    private final RetainedPanes panes = new RetainedPanes();
    private final RollingWindows settled;
    private final RollingWindows live;
    private final PublishedWindows written = new PublishedWindows();

    Series(SeriesKey key, long settledHead, long liveHead) {
        this.key = key;
        this.settled = new RollingWindows(panes, settledHead);
        this.live = new RollingWindows(panes, liveHead);
    }

    public SeriesKey key() {
        return key;
    }

    public RetainedPanes panes() {
        return panes;
    }

    /** Windows that follow what the lanes announced. */
    public RollingWindows settled() {
        return settled;
    }

    /** Windows that follow the wall clock. */
    public RollingWindows live() {
        return live;
    }

    /** What was last written of the settled windows. */
    public PublishedWindows written() {
        return written;
    }

    public void add(long second, Pane delta) {
        panes.add(second, delta);
        settled.addLate(second, delta);
        live.addLate(second, delta);
    }
}
