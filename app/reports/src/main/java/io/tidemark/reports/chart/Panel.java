package io.tidemark.reports.chart;

import java.util.List;

/** One plot area: curves over the picture's x axis. */
public record Panel(Axis y, List<Curve> curves, List<LimitLine> limits, List<ShadedRange> shadedRanges) {
    public Panel {
        curves = List.copyOf(curves);
        limits = List.copyOf(limits);
        shadedRanges = List.copyOf(shadedRanges);
    }
}
