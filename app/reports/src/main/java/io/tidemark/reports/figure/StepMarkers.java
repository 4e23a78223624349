package io.tidemark.reports.figure;

import io.tidemark.reports.chart.LimitLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Uprights where steps were measured from, with their loads. Labels of short steps go into further rows beneath, so that none
 * runs into another, and stand before their line where they would leave the picture.
 */
final class StepMarkers {
    private static final double PLOT_PIXELS = 1000;
    private static final double CHARACTER_PIXELS = 6.2;
    private static final double GAP_PIXELS = 8;
    private static final int MAX_ROWS = 4;

    private final double length;
    private final double[] rowEnds = new double[MAX_ROWS];
    private final List<LimitLine> placed = new ArrayList<>();

    /** @param length of the time axis, in its unit */
    private StepMarkers(double length) {
        this.length = length;
        Arrays.fill(rowEnds, Double.NEGATIVE_INFINITY);
    }

    /** A step's mark by its place on the time axis. */
    record Mark(double at, String label) {}

    /** In the order of time. A step for whose label there is no room in any row has none. */
    static List<LimitLine> of(double length, List<Mark> marks) {
        StepMarkers all = new StepMarkers(length);
        marks.forEach(all::place);
        return List.copyOf(all.placed);
    }

    /** Rows that labels stand in. */
    static int rows(List<LimitLine> marks) {
        return marks.stream()
                .filter(mark -> !mark.label().isEmpty())
                .mapToInt(mark -> mark.labelRow() + 1)
                .max()
                .orElse(0);
    }

    private void place(Mark mark) {
        double x = mark.at() / length * PLOT_PIXELS;
        double width = mark.label().length() * CHARACTER_PIXELS + GAP_PIXELS;
        boolean before = x + width > PLOT_PIXELS && x > width;
        double from = before ? x - width : x;
        for (int row = 0; row < MAX_ROWS; row++) {
            if (rowEnds[row] <= from) {
                rowEnds[row] = from + width;
                placed.add(new LimitLine(
                        mark.at(),
                        mark.label(),
                        before ? LimitLine.Direction.UP_LABEL_BEFORE : LimitLine.Direction.UP,
                        row));
                return;
            }
        }
        placed.add(new LimitLine(mark.at(), "", LimitLine.Direction.UP));
    }
}
