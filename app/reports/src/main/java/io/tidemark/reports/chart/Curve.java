package io.tidemark.reports.chart;

import java.util.List;

/** A line through points in order of x. */
public record Curve(String name, CurveStyle style, List<CurvePoint> points) {
    public Curve {
        points = List.copyOf(points);
    }
}
