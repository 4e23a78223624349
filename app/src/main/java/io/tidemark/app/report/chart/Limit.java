package io.tidemark.app.report.chart;

/** A line across a panel at a value, such as an SLO's limit. */
public record Limit(double value, String label, Direction direction) {
    /** Which way the line runs. */
    public enum Direction {
        ACROSS,
        UP
    }
}
