package io.tidemark.app.report.chart;

import java.util.List;

/** One plot area: curves over the picture's x axis. */
public record Panel(Axis y, List<Curve> curves, List<Limit> limits, List<Span> shaded) {
    public Panel {
        curves = List.copyOf(curves);
        limits = List.copyOf(limits);
        shaded = List.copyOf(shaded);
    }
}
