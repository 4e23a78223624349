package io.tidemark.app.report.chart;

import java.util.List;

/** A line through points in order of x. */
public record Curve(String name, Ink ink, List<Point> points) {
    public Curve {
        points = List.copyOf(points);
    }
}
