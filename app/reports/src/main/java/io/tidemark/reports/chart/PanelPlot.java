package io.tidemark.reports.chart;

import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.Chart.ShadedRange;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CrosshairState;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYItemRendererState;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYDataset;
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

    /** Draws segments, one a series, with a band only where there are intervals: DeviationRenderer draws one, of no height, along every line. */
    private static final class BandRenderer extends DeviationRenderer {
        private static final float BAND_ALPHA = 0.15f;
        private static final int BAND_PASS = 0;

        /** By series; it is asked of every point. */
        private final transient boolean[] banded;

        BandRenderer(List<CurveSegment> segments) {
            super(true, false);
            this.banded = new boolean[segments.size()];
            setAlpha(BAND_ALPHA);
            for (int i = 0; i < segments.size(); i++) {
                CurveStyle style = segments.get(i).style();
                banded[i] = segments.get(i).hasBand();
                setSeriesPaint(i, style.colour());
                setSeriesFillPaint(i, style.colour());
                setSeriesStroke(i, style.stroke());
                // A single point has no line that could be seen.
                setSeriesShapesVisible(i, style.dotted() || segments.get(i).isSinglePoint());
                setSeriesShape(i, style.dot());
            }
        }

        @Override
        public void drawItem(
                Graphics2D g2,
                XYItemRendererState state,
                Rectangle2D area,
                PlotRenderingInfo info,
                XYPlot plot,
                ValueAxis domainAxis,
                ValueAxis rangeAxis,
                XYDataset dataset,
                int series,
                int item,
                CrosshairState crosshairState,
                int pass) {
            if (pass == BAND_PASS && !banded[series]) {
                return;
            }
            super.drawItem(
                    g2, state, area, info, plot, domainAxis, rangeAxis, dataset, series, item, crosshairState, pass);
        }
    }

    /**
     * A part of a curve without gaps, as it is drawn.
     *
     * @param points with finite coordinates only
     */
    private record CurveSegment(CurveStyle style, List<CurvePoint> points) {
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
}
