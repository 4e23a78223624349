package io.tidemark.reports.chart;

/**
 * A point of a curve with its interval.
 *
 * @param y NaN leaves a gap, infinity leaves the panel at its top
 * @param low lower end of the band; equal to y when there is none
 * @param high upper end; infinite when unbounded
 */
public record CurvePoint(double x, double y, double low, double high) {
    /** A point without an interval. */
    public static CurvePoint of(double x, double y) {
        return new CurvePoint(x, y, y, y);
    }

    /** A gap in the curve. */
    public static CurvePoint gap(double x) {
        return of(x, Double.NaN);
    }

    /** Whether there is nothing to draw. */
    boolean isGap() {
        return Double.isNaN(x) || Double.isNaN(y);
    }

    /** With finite coordinates, what has no place on the axes outside of them. */
    CurvePoint clampedTo(Axis xs, Axis ys) {
        return new CurvePoint(xs.visible(x), ys.visible(y), ys.visible(low), ys.visible(high));
    }
}
