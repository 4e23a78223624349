package io.tidemark.reports.chart;

import java.util.List;

/**
 * A chart: panels above each other over one x axis.
 *
 * @param name of its file, without the ending: {@code [a-z0-9-]+}
 * @param alternative what it shows, for those who cannot see it
 */
public record Chart(
        String name, String title, String alternative, Axis x, List<Panel> panels, int widthPixels, int heightPixels) {
    public Chart {
        if (!name.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException("a picture's name must be of [a-z0-9-] but was \"" + name + "\"");
        }
        panels = List.copyOf(panels);
    }

    /** One plot area: curves over the picture's x axis. */
    public record Panel(Axis y, List<Curve> curves, List<LimitLine> limits, List<ShadedRange> shadedRanges) {
        public Panel {
            curves = List.copyOf(curves);
            limits = List.copyOf(limits);
            shadedRanges = List.copyOf(shadedRanges);
        }

        /** Of curves alone. */
        public Panel(Axis y, List<Curve> curves) {
            this(y, curves, List.of(), List.of());
        }
    }

    /** A line through points in order of x. */
    public record Curve(String name, CurveStyle style, List<CurvePoint> points) {
        public Curve {
            points = List.copyOf(points);
        }
    }

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
}
