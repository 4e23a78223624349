package io.tidemark.app.report.chart;

/**
 * A shaded stretch of an axis, such as a breach.
 *
 * @param label stands at its foot; may be empty
 */
public record Span(double from, double to, String label) {
    /** Without a label. */
    public Span(double from, double to) {
        this(from, to, "");
    }
}
