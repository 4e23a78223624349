package io.tidemark.app.report.chart;

/**
 * A point of a curve with its interval.
 *
 * @param y NaN leaves a gap, infinity leaves the panel at its top
 * @param low lower end of the band; equal to y when there is none
 * @param high upper end; infinite when unbounded
 */
public record Point(double x, double y, double low, double high) {
    /** A point without an interval. */
    public static Point of(double x, double y) {
        return new Point(x, y, y, y);
    }

    /** A gap in the curve. */
    public static Point gap(double x) {
        return of(x, Double.NaN);
    }
}
