package io.tidemark.streams.windows;

import io.tidemark.events.WindowStats;

/** Where windows go. */
public interface WindowOutput {
    void window(WindowStats window);

    /** A settled window was summed again to less than it held; the published window stays. */
    void windowNotReplaced(WindowStats refused, PublishedWindows.WindowSummary kept);
}
