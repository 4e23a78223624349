package io.tidemark.reports.chart;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.TextAnchor;

/** A log axis with ticks at 1, 2 and 5 of each decade: LogAxis labels whole powers only, often just one of them. */
final class DecadeAxis extends LogAxis {
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
}
