package io.tidemark.app.report.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a curve without gaps, as it is drawn.
 *
 * @param points with finite coordinates only
 */
record Stretch(Ink ink, List<Point> points) {
    Stretch {
        points = List.copyOf(points);
    }

    /**
     * What a panel draws of a curve: its stretches between gaps, what is unbounded moved to beyond the panel. The interval of a point that
     * stands alone is an upright of two points, as a band of no width cannot be seen.
     */
    static List<Stretch> of(Curve curve, Axis x, Axis y) {
        List<Stretch> stretches = new ArrayList<>();
        List<Point> open = new ArrayList<>();
        for (Point point : curve.points()) {
            if (point.isGap()) {
                add(stretches, curve.ink(), open);
                open = new ArrayList<>();
                continue;
            }
            open.add(point.within(x, y));
        }
        add(stretches, curve.ink(), open);
        return stretches;
    }

    private static void add(List<Stretch> stretches, Ink ink, List<Point> points) {
        if (points.isEmpty()) {
            return;
        }
        Stretch stretch = new Stretch(ink, points);
        stretches.add(stretch);
        if (stretch.isAlone() && stretch.isBanded()) {
            stretches.add(stretch.upright());
        }
    }

    boolean isAlone() {
        return points.size() == 1;
    }

    /** Whether any point has an interval. */
    boolean isBanded() {
        return points.stream().anyMatch(point -> point.low() < point.high());
    }

    private Stretch upright() {
        Point only = points.get(0);
        return new Stretch(
                new Ink(ink.hue(), Ink.Line.PHASE),
                List.of(Point.of(only.x(), only.low()), Point.of(only.x(), only.high())));
    }
}
