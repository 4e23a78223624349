package io.tidemark.reports.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** A panel as a plot: curves with their bands, limits, shaded spans. */
final class PanelPlot {
    private static final Color BREACH = ChartColour.BREACH.colour(36);
    private static final Color LIMIT = ChartColour.LIMIT.colour();
    private static final Color STEP = ChartColour.STEP.colour();
    private static final Color NOTHING = new Color(0, 0, 0, 0);

    private static final Color VEIL = ChartColour.VEIL.colour(150);
    private static final double LABEL_GAP = 3;

    /** From one row of labels to the next. */
    private static final double ROW_PIXELS = 13;

    private PanelPlot() {}

    static XYPlot of(Panel panel, Axis x) {
        List<CurveSegment> segments = panel.curves().stream()
                .flatMap(curve -> CurveSegment.of(curve, x, panel.y()).stream())
                .toList();
        XYPlot plot = new XYPlot(series(segments), null, JFreeChartBuilder.axis(panel.y()), new BandRenderer(segments));
        plot.setBackgroundPaint(ChartColour.PAPER.colour());
        plot.setDomainGridlinePaint(JFreeChartBuilder.GRID);
        plot.setRangeGridlinePaint(JFreeChartBuilder.GRID);
        plot.setOutlinePaint(JFreeChartBuilder.GRID);
        panel.shadedRanges().forEach(span -> plot.addDomainMarker(shade(span), Layer.BACKGROUND));
        panel.limits().forEach(limit -> add(plot, limit));
        return plot;
    }

    private static YIntervalSeriesCollection series(List<CurveSegment> segments) {
        YIntervalSeriesCollection all = new YIntervalSeriesCollection();
        for (int i = 0; i < segments.size(); i++) {
            YIntervalSeries series = new YIntervalSeries(i, false, true);
            segments.get(i).points().forEach(point -> series.add(point.x(), point.y(), point.low(), point.high()));
            all.addSeries(series);
        }
        return all;
    }

    private static IntervalMarker shade(ShadedRange span) {
        IntervalMarker marker = new IntervalMarker(span.from(), span.to());
        marker.setPaint(BREACH);
        marker.setAlpha(1f);
        if (!span.label().isEmpty()) {
            marker.setLabel(span.label());
            marker.setLabelFont(JFreeChartBuilder.SMALL);
            marker.setLabelPaint(JFreeChartBuilder.TEXT);
            marker.setLabelBackgroundColor(NOTHING);
            marker.setLabelAnchor(RectangleAnchor.BOTTOM);
            marker.setLabelTextAnchor(TextAnchor.BOTTOM_CENTER);
        }
        return marker;
    }

    private static void add(XYPlot plot, LimitLine limit) {
        if (limit.isAcross()) {
            addShade(plot, limit);
            ValueMarker line = marker(limit, LIMIT, new float[] {8, 4});
            line.setLabelAnchor(RectangleAnchor.TOP_LEFT);
            line.setLabelTextAnchor(TextAnchor.BOTTOM_LEFT);
            plot.addRangeMarker(line, Layer.FOREGROUND);
            return;
        }
        ValueMarker line = marker(limit, STEP, new float[] {2, 3});
        boolean before = limit.direction() == LimitLine.Direction.UP_LABEL_BEFORE;
        line.setLabelAnchor(before ? RectangleAnchor.TOP_LEFT : RectangleAnchor.TOP_RIGHT);
        line.setLabelTextAnchor(before ? TextAnchor.TOP_RIGHT : TextAnchor.TOP_LEFT);
        line.setLabelOffset(
                new RectangleInsets(LABEL_GAP + limit.labelRow() * ROW_PIXELS, LABEL_GAP, LABEL_GAP, LABEL_GAP));
        plot.addDomainMarker(line, Layer.BACKGROUND);
    }

    /** What is above an SLO's limit is a breach. */
    private static void addShade(XYPlot plot, LimitLine limit) {
        if (limit.direction() == LimitLine.Direction.ACROSS_SHADED_ABOVE) {
            double top = plot.getRangeAxis().getUpperBound();
            if (limit.value() < top) {
                plot.addRangeMarker(shade(new ShadedRange(limit.value(), top)), Layer.BACKGROUND);
            }
        }
    }

    private static ValueMarker marker(LimitLine limit, Color colour, float[] dashes) {
        ValueMarker line = new ValueMarker(limit.value());
        line.setPaint(colour);
        line.setStroke(new BasicStroke(1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1f, dashes, 0f));
        if (!limit.label().isEmpty()) {
            line.setLabel(limit.label());
        }
        line.setLabelFont(JFreeChartBuilder.SMALL);
        line.setLabelPaint(JFreeChartBuilder.TEXT);
        line.setLabelBackgroundColor(VEIL);
        line.setAlpha(1f);
        return line;
    }
}
