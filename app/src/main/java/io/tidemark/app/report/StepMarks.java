package io.tidemark.app.report;

import io.tidemark.app.report.chart.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Uprights where steps were measured from, with their loads. Labels of short steps go into further rows beneath, so that none
 * runs into another, and stand before their line where they would leave the picture.
 */
final class StepMarks {
    private static final double PLOT_PIXELS = 1000;
    private static final double CHARACTER_PIXELS = 6.2;
    private static final double GAP_PIXELS = 8;
    private static final int MOST_ROWS = 4;

    private final double length;
    private final double[] rowEnds = new double[MOST_ROWS];
    private final List<Limit> placed = new ArrayList<>();

    /** @param length of the time axis, in its unit */
    private StepMarks(double length) {
        this.length = length;
        Arrays.fill(rowEnds, Double.NEGATIVE_INFINITY);
    }

    /** A step's mark by its place on the time axis. */
    record Mark(double at, String label) {}

    /** In the order of time. A step for whose label there is no room in any row has none. */
    static List<Limit> of(double length, List<Mark> marks) {
        StepMarks all = new StepMarks(length);
        marks.forEach(all::place);
        return List.copyOf(all.placed);
    }

    /** Rows that labels stand in. */
    static int rows(List<Limit> marks) {
        return marks.stream()
                .filter(mark -> !mark.label().isEmpty())
                .mapToInt(mark -> mark.row() + 1)
                .max()
                .orElse(0);
    }

    private void place(Mark mark) {
        double x = mark.at() / length * PLOT_PIXELS;
        double width = mark.label().length() * CHARACTER_PIXELS + GAP_PIXELS;
        boolean before = x + width > PLOT_PIXELS && x > width;
        double from = before ? x - width : x;
        for (int row = 0; row < MOST_ROWS; row++) {
            if (rowEnds[row] <= from) {
                rowEnds[row] = from + width;
                placed.add(new Limit(
                        mark.at(), mark.label(), before ? Limit.Direction.UP_LABEL_BEFORE : Limit.Direction.UP, row));
                return;
            }
        }
        placed.add(new Limit(mark.at(), "", Limit.Direction.UP));
    }
}
