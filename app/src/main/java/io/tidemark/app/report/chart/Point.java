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

    /** Whether there is nothing to draw. */
    boolean isGap() {
        return Double.isNaN(x) || Double.isNaN(y);
    }

    /** With finite coordinates, what has no place on the axes outside of them. */
    Point within(Axis xs, Axis ys) {
        return new Point(xs.drawn(x), ys.drawn(y), ys.drawn(low), ys.drawn(high));
    }
}
