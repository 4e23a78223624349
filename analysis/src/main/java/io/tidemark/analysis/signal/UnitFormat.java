package io.tidemark.analysis.signal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats a change of a value in its unit. */
enum UnitFormat {
    COUNT(1, ""),
    REQUESTS(1, " requests"),
    TOKENS(1, " tokens"),
    PER_SECOND(1, " per second"),
    SHARE(100, " %"),
    MEGAHERTZ(1e-6, " MHz"),
    WATTS(1, " W"),
    CELSIUS(1, " °C"),
    BYTES(1.0 / (1L << 30), " GiB"),
    SECONDS(1e3, " ms"),
    NANOS(1e-6, " ms");

    private static final MathContext THREE_DIGITS = new MathContext(3);
    private static final double WHOLE_FROM = 100;

    private final double factor;
    private final String unit;

    UnitFormat(double factor, String unit) {
        this.factor = factor;
        this.unit = unit;
    }

    /** {@code 0.4 -> 37 requests}. */
    String change(double before, double during) {
        return number(before * factor) + " -> " + number(during * factor) + unit;
    }

    private static String number(double value) {
        if (Math.abs(value) >= WHOLE_FROM) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
        BigDecimal shown = rounded.abs().doubleValue() < 0.005 ? BigDecimal.ZERO : rounded;
        BigDecimal plain = shown.scale() > 2 ? shown.setScale(2, RoundingMode.HALF_EVEN) : shown;
        return plain.stripTrailingZeros().toPlainString();
    }
}
