package io.tidemark.reports.chart;

import io.tidemark.reports.chart.Chart.Curve;
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
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

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
