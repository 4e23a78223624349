package io.tidemark.reports.chart;

import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * A numeric axis.
 *
 * @param label what and in which unit
 */
public record Axis(String label, double from, double to, Scale scale) {
    /** Values that are further apart than this are shown on a log scale. */
    private static final double WIDE = 30;

    private static final double MARGIN = 1.08;

    /** How far outside of an axis what has no place on it is drawn, as a factor: the panel clips it. */
    private static final double BEYOND = 10;

    /** How values are laid out. */
    public enum Scale {
        LINEAR,
        LOG
    }

    /** From 0 to 100. */
    public static Axis percent(String label) {
        return new Axis(label, 0, 100, Scale.LINEAR);
    }

    /** From zero to a little above the largest finite value. */
    public static Axis fromZero(String label, DoubleStream values) {
        double most = finite(values).max().orElse(1);
        return new Axis(label, 0, most > 0 ? most * MARGIN : 1, Scale.LINEAR);
    }

    /** From zero, or logarithmic where the values span a factor of 30 and more. */
    public static Axis logIfWide(String label, double... values) {
        OptionalDouble least =
                finite(DoubleStream.of(values)).filter(x -> x > 0).min();
        double most = finite(DoubleStream.of(values)).max().orElse(1);
        if (least.isEmpty() || most / least.getAsDouble() < WIDE) {
            return fromZero(label, DoubleStream.of(values));
        }
        return new Axis(label.replace(")", ", log)"), least.getAsDouble() / MARGIN, most * MARGIN, Scale.LOG);
    }

    /** The same with so much room above, as a share of the axis' length. */
    public Axis withHeadroom(double share) {
        double most = scale == Scale.LOG ? to * Math.pow(to / from, share) : to + share * (to - from);
        return new Axis(label, from, most, scale);
    }

    /** Where a value is drawn: what is unbounded beyond the axis' end, and on a log scale, which has no zero, what is not above zero before its start. */
    double visible(double value) {
        if (value == Double.POSITIVE_INFINITY) {
            return to * BEYOND;
        }
        return scale == Scale.LOG ? Math.max(value, from / BEYOND) : value;
    }

    private static DoubleStream finite(DoubleStream values) {
        return values.filter(Double::isFinite);
    }
}
