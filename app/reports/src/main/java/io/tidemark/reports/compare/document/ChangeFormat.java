package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.MeasureChange;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.schemas.ValueText;
import java.util.Locale;
import java.util.OptionalDouble;

/** Values of measures and their changes, as tables print them. */
public final class ChangeFormat {
    /** A change by this factor or more is formatted as a factor: "49x faster". */
    private static final double FACTOR_FROM = 2;

    private static final int MAX_DECIMALS = 3;

    private ChangeFormat() {}

    /** 849 ms, 84.3 tok/s, 0.4 %. */
    public static String value(Measure measure, double value) {
        return switch (measure.family()) {
            case LATENCY -> ValueText.latency(value);
            case THROUGHPUT -> ValueText.digits(value) + (measure.equals(Measure.requests()) ? " req/s" : " tok/s");
            case GOODPUT -> ValueText.digits(value) + " req/s";
            case CAPACITY -> ValueText.loadNumber(value);
            case ERRORS, QUALITY -> ValueText.percent(value);
            case LOSS -> ValueText.digits(value);
        };
    }

    /** "+21.3 % (+12.0 to +31.4)", "-64.0 points (no interval)". */
    public static String change(ComparedMeasure compared) {
        MeasureChange change = compared.change();
        String unit = compared.measure().family().isRelative() ? " %" : " points";
        OptionalDouble low = change.low();
        OptionalDouble high = change.high();
        if (low.isEmpty() || high.isEmpty()) {
            return signed(change.value()) + unit + " (no interval)";
        }
        return within(change.value(), unit, low.getAsDouble(), high.getAsDouble());
    }

    /** With as many decimals as distinguish the interval's ends; where the most do not, the value alone. */
    private static String within(double value, String unit, double low, double high) {
        for (int decimals = 1; decimals <= MAX_DECIMALS; decimals++) {
            String from = signed(low, decimals);
            String to = signed(high, decimals);
            if (!from.equals(to)) {
                return signed(value, decimals) + unit + " (" + from + " to " + to + ")";
            }
        }
        return signed(value) + unit;
    }

    /** "49x faster", "1.9x less", "-11 %", "similar": as a column of changes against a baseline says it. */
    static String shortly(MeasureFamily family, double base, double value, double margin) {
        if (!family.isRelative()) {
            double difference = value - base;
            return Math.abs(difference) <= margin ? "similar" : signed(difference) + " points";
        }
        if (base <= 0 || value <= 0) {
            return "n/a";
        }
        double factor = Math.max(base / value, value / base);
        if (Math.abs(value / base - 1) <= margin) {
            return "similar";
        }
        return factor >= FACTOR_FROM
                ? ValueText.digits(factor) + "x " + direction(family, value > base)
                : signed(value / base - 1) + " %";
    }

    private static String direction(MeasureFamily family, boolean more) {
        if (family == MeasureFamily.LATENCY) {
            return more ? "slower" : "faster";
        }
        return more ? "more" : "less";
    }

    static String signed(double share) {
        return ValueText.change(share);
    }

    private static String signed(double share, int decimals) {
        return String.format(Locale.ROOT, "%+." + decimals + "f", share * 100);
    }
}
