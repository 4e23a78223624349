package io.tidemark.reports.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;

/** Tick labels as a person writes them: 0.5, 20, 1000; no exponents. Only formats. */
final class PlainNumberFormat extends NumberFormat {
    private static final MathContext THREE_DIGITS = new MathContext(3);

    @Override
    public StringBuffer format(double number, StringBuffer out, FieldPosition position) {
        return out.append(
                new BigDecimal(number).round(THREE_DIGITS).stripTrailingZeros().toPlainString());
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
