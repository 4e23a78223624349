package io.tidemark.console.series;

import io.tidemark.sinks.store.read.WindowRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Leaves out what a line over time cannot show twice. While the last requests of a step end, the next one has begun, and both have windows of the
 * same seconds: those of the later step are shown.
 */
public final class StepTails {
    private static final Comparator<WindowRow> BY_END_LATER_STEP_FIRST = Comparator.comparing(WindowRow::end)
            .thenComparing(Comparator.comparingInt(WindowRow::step).reversed());

    private StepTails() {}

    /** By end, without the windows of a step that end after the first window of a later one. */
    public static List<WindowRow> removed(List<WindowRow> windows) {
        List<WindowRow> kept = new ArrayList<>();
        int newest = Integer.MIN_VALUE;
        for (WindowRow window : windows.stream().sorted(BY_END_LATER_STEP_FIRST).toList()) {
            if (window.step() >= newest) {
                newest = window.step();
                kept.add(window);
            }
        }
        return kept;
    }
}
