package io.tidemark.reports.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a curve without gaps, as it is drawn.
 *
 * @param points with finite coordinates only
 */
record CurveSegment(CurveStyle style, List<CurvePoint> points) {
    CurveSegment {
        points = List.copyOf(points);
    }

    /**
     * What a panel draws of a curve: its segments between gaps, what is unbounded moved to beyond the panel. The interval of a point that
     * stands alone is an upright of two points, as a band of no width cannot be seen.
     */
    static List<CurveSegment> of(Curve curve, Axis x, Axis y) {
        List<CurveSegment> segments = new ArrayList<>();
        List<CurvePoint> open = new ArrayList<>();
        for (CurvePoint point : curve.points()) {
            if (point.isGap()) {
                add(segments, curve.style(), open);
                open = new ArrayList<>();
                continue;
            }
            open.add(point.clampedTo(x, y));
        }
        add(segments, curve.style(), open);
        return segments;
    }

    private static void add(List<CurveSegment> segments, CurveStyle style, List<CurvePoint> points) {
        if (points.isEmpty()) {
            return;
        }
        CurveSegment segment = new CurveSegment(style, points);
        segments.add(segment);
        if (segment.isSinglePoint() && segment.hasBand()) {
            segments.add(segment.verticalBar());
        }
    }

    boolean isSinglePoint() {
        return points.size() == 1;
    }

    /** Whether any point has an interval. */
    boolean hasBand() {
        return points.stream().anyMatch(point -> point.low() < point.high());
    }

    private CurveSegment verticalBar() {
        CurvePoint only = points.get(0);
        return new CurveSegment(
                new CurveStyle(style.paletteIndex(), CurveStyle.Line.PHASE),
                List.of(CurvePoint.of(only.x(), only.low()), CurvePoint.of(only.x(), only.high())));
    }
}
