package io.tidemark.console.view;

import java.util.List;

/**
 * Windows of one metric by end.
 *
 * @param total windows before thinning
 * @param gapNanos time between two of them beyond which a line must be broken
 */
public record WindowsView(String metric, int windowSeconds, int total, long gapNanos, List<WindowPoint> windows) {
    public WindowsView {
        windows = List.copyOf(windows);
    }
}
