package io.tidemark.reports.chart;

/**
 * A line across a panel at a value, such as an SLO's limit.
 *
 * @param labelRow in which an upright's label stands, from 0 at the panel's top
 */
public record LimitLine(double value, String label, Direction direction, int labelRow) {
    /** A line whose label stands in the first row. */
    public LimitLine(double value, String label, Direction direction) {
        this(value, label, direction, 0);
    }

    /** Whether it is at a value of the panel's y axis. */
    public boolean isAcross() {
        return direction == Direction.ACROSS || direction == Direction.ACROSS_SHADED_ABOVE;
    }

    /** Which way the line runs, and for uprights on which side the label is. */
    public enum Direction {
        ACROSS,
        /** What is above it is shaded as a breach. */
        ACROSS_SHADED_ABOVE,
        UP,
        UP_LABEL_BEFORE
    }
}
