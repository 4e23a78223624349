package io.tidemark.app.report.chart;

import java.util.List;

/** A line through points in order of x. */
public record Curve(String name, Ink ink, List<Point> points) {
    public Curve {
        points = List.copyOf(points);
    }

    /** Whether any point has an interval. */
    boolean banded() {
        return points.stream().anyMatch(point -> point.low() < point.high());
    }
}
