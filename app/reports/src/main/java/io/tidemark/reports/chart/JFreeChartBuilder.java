package io.tidemark.reports.chart;

import io.tidemark.reports.chart.Chart.Curve;
import io.tidemark.reports.chart.Chart.CurvePoint;
import io.tidemark.reports.chart.Chart.LimitLine;
import io.tidemark.reports.chart.Chart.Panel;
import io.tidemark.reports.chart.Chart.ShadedRange;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.NumberTickUnitSource;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.CrosshairState;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYItemRendererState;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/** A picture as a JFreeChart. */
final class JFreeChartBuilder {
    static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
    static final Color TEXT = ChartColour.TEXT.colour();
    static final Color GRID = ChartColour.GRID.colour();

    private static final Font HEADING = new Font(Font.SANS_SERIF, Font.BOLD, 13);
    private static final double GAP_PIXELS = 14;

    private JFreeChartBuilder() {}

    static JFreeChart of(Chart picture) {
        CombinedDomainXYPlot plot = new CombinedDomainXYPlot(axis(picture.x()));
        plot.setGap(GAP_PIXELS);
        plot.setBackgroundPaint(ChartColour.PAPER.colour());
        picture.panels().forEach(panel -> plot.add(PanelPlot.of(panel, picture.x())));
        plot.setFixedLegendItems(legendItems(picture));
        JFreeChart chart = new JFreeChart(picture.title(), HEADING, plot, false);
        chart.setBackgroundPaint(ChartColour.PAPER.colour());
        chart.getTitle().setHorizontalAlignment(HorizontalAlignment.LEFT);
        chart.getTitle().setPaint(TEXT);
        chart.addLegend(legend(plot));
        return chart;
    }

    static ValueAxis axis(Axis spec) {
        ValueAxis axis = spec.scale() == Axis.Scale.LOG ? new DecadeAxis(spec.label()) : linearAxis(spec);
        axis.setRange(spec.from(), spec.to());
        axis.setLabelFont(SMALL);
        axis.setTickLabelFont(SMALL);
        axis.setLabelPaint(TEXT);
        axis.setTickLabelPaint(TEXT);
        axis.setAxisLinePaint(TEXT);
        axis.setTickMarkPaint(TEXT);
        return axis;
    }

    private static ValueAxis linearAxis(Axis spec) {
        NumberAxis axis = new NumberAxis(spec.label());
        axis.setStandardTickUnits(new NumberTickUnitSource(spec.to() - spec.from() > 8));
        return axis;
    }

    private static LegendTitle legend(CombinedDomainXYPlot plot) {
        LegendTitle legend = new LegendTitle(plot);
        legend.setPosition(RectangleEdge.BOTTOM);
        legend.setItemFont(SMALL);
        legend.setItemPaint(TEXT);
        legend.setFrame(BlockBorder.NONE);
        legend.setBackgroundPaint(ChartColour.PAPER.colour());
        return legend;
    }

    /** One entry a name: a curve that is in several panels is named once. */
    private static LegendItemCollection legendItems(Chart picture) {
        Map<String, LegendItem> byName = new LinkedHashMap<>();
        picture.panels().stream()
                .flatMap(panel -> panel.curves().stream())
                .forEach(curve -> byName.putIfAbsent(curve.name(), legendItem(curve)));
        LegendItemCollection items = new LegendItemCollection();
        byName.values().forEach(items::add);
        return items;
    }

    private static LegendItem legendItem(Curve curve) {
        CurveStyle style = curve.style();
        return new LegendItem(
                curve.name(),
                null,
                null,
                null,
                style.dotted(),
                style.dot(),
                true,
                style.colour(),
                false,
                style.colour(),
                new BasicStroke(1),
                true,
                new java.awt.geom.Line2D.Double(-14, 0, 14, 0),
                style.stroke(),
                style.colour());
    }

    /** A panel as a plot: curves with their bands, limits, shaded spans. */
    private static final class PanelPlot {
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
            XYPlot plot =
                    new XYPlot(series(segments), null, JFreeChartBuilder.axis(panel.y()), new BandRenderer(segments));
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
                        g2,
                        state,
                        area,
                        info,
                        plot,
                        domainAxis,
                        rangeAxis,
                        dataset,
                        series,
                        item,
                        crosshairState,
                        pass);
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

    /** A log axis with ticks at 1, 2 and 5 of each decade: LogAxis labels whole powers only, often just one of them. */
    static final class DecadeAxis extends LogAxis {
        private static final double[] PER_DECADE = {1, 2, 5};
        private static final double FULL = 10_000;

        private final transient PlainNumberFormat numbers = new PlainNumberFormat();

        DecadeAxis(String label) {
            super(label);
        }

        @Override
        public List<NumberTick> refreshTicks(Graphics2D g2, AxisState state, Rectangle2D area, RectangleEdge edge) {
            boolean upright = RectangleEdge.isLeftOrRight(edge);
            TextAnchor anchor = upright ? TextAnchor.CENTER_RIGHT : TextAnchor.TOP_CENTER;
            List<NumberTick> ticks = new ArrayList<>();
            for (double value : values(getLowerBound(), getUpperBound())) {
                ticks.add(new NumberTick(value, numbers.format(value), anchor, TextAnchor.CENTER, 0));
            }
            return ticks;
        }

        /** Ticks in a range: of every decade, or of decades only where there are four and more. */
        static List<Double> values(double from, double to) {
            List<Double> values = new ArrayList<>();
            for (double decade = Math.pow(10, Math.floor(Math.log10(from))); decade <= to; decade *= 10) {
                for (double step : PER_DECADE) {
                    boolean wanted = step == 1 || to / from < FULL;
                    if (wanted && decade * step >= from && decade * step <= to) {
                        values.add(decade * step);
                    }
                }
            }
            return values;
        }

        /** Tick labels as a person writes them: 0.5, 20, 1000; no exponents. Only formats. */
        private static final class PlainNumberFormat extends NumberFormat {
            private static final MathContext THREE_DIGITS = new MathContext(3);

            @Override
            public StringBuffer format(double number, StringBuffer out, FieldPosition position) {
                return out.append(new BigDecimal(number)
                        .round(THREE_DIGITS)
                        .stripTrailingZeros()
                        .toPlainString());
            }

            @Override
            public StringBuffer format(long number, StringBuffer out, FieldPosition position) {
                return out.append(number);
            }

            @Override
            public Number parse(String source, ParsePosition position) {
                throw new UnsupportedOperationException("tick labels are never read: " + source);
            }
        }
    }
}
