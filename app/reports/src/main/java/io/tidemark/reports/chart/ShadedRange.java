package io.tidemark.reports.chart;

/**
 * A shaded stretch of an axis, such as a breach.
 *
 * @param label stands at its foot; may be empty
 */
public record ShadedRange(double from, double to, String label) {
    /** Without a label. */
    public ShadedRange(double from, double to) {
        this(from, to, "");
    }
}
