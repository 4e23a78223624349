package io.tidemark.analysis.capacity;

import io.tidemark.events.LoadKind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.OptionalDouble;

/** Loads, and the load that is held, as every output writes them. Stateless. */
public final class LoadText {
    private static final MathContext DIGITS = new MathContext(5);
    private static final BigDecimal GROUPED_FROM = BigDecimal.valueOf(1000);

    private LoadText() {}

    /** Without a unit. */
    public static String number(double load) {
        return digits(load, DIGITS);
    }

    public static String unit(LoadKind kind) {
        return kind == LoadKind.CONCURRENCY ? "concurrent" : "req/s";
    }

    /** Without digits that say nothing. */
    public static String digits(double value, MathContext digits) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "n/a" : "unbounded";
        }
        BigDecimal rounded = new BigDecimal(value).round(digits);
        boolean whole = rounded.stripTrailingZeros().scale() <= 0;
        return rounded.abs().compareTo(GROUPED_FROM) >= 0 && whole
                ? String.format(Locale.ROOT, "%,d", rounded.longValue())
                : rounded.stripTrailingZeros().toPlainString();
    }

    /** Completes "it holds ...": always an interval. */
    public static String held(Capacity capacity, LoadKind kind) {
        OptionalDouble held = capacity.heldUpTo();
        OptionalDouble fails = capacity.failsFrom();
        String unit = " " + unit(kind);
        if (held.isPresent() && fails.isPresent() && fails.getAsDouble() > held.getAsDouble()) {
            return "between " + number(held.getAsDouble()) + " and " + number(fails.getAsDouble()) + unit;
        }
        if (held.isPresent()) {
            return "at least " + number(held.getAsDouble()) + unit;
        }
        if (fails.isPresent()) {
            return "less than " + number(fails.getAsDouble()) + unit;
        }
        return "an unknown load (none passed, none failed)";
    }
}
