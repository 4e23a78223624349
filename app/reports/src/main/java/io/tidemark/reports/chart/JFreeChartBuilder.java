package io.tidemark.reports.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnitSource;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;

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
}
