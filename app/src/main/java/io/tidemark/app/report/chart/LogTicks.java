package io.tidemark.app.report.chart;

import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.TickUnit;
import org.jfree.chart.axis.TickUnitSource;

/** Ticks of a log axis at whole powers of its base; it draws what it can between them. */
final class LogTicks implements TickUnitSource {
    private final NumberTickUnit decade = new NumberTickUnit(1, new PlainNumbers(), 9);

    @Override
    public TickUnit getLargerTickUnit(TickUnit unit) {
        return decade;
    }

    @Override
    public TickUnit getCeilingTickUnit(TickUnit unit) {
        return decade;
    }

    @Override
    public TickUnit getCeilingTickUnit(double size) {
        return decade;
    }
}
