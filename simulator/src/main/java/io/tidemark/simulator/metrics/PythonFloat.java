package io.tidemark.simulator.metrics;

import java.math.BigDecimal;
import java.math.MathContext;

/** Writes a number as Python's prometheus_client does: {@code repr} of a float, with Go's exponent from seven digits on. */
public final class PythonFloat {
    private static final int SHORTEST_DIGITS = 15;
    private static final int LONGEST_DIGITS = 17;

    private PythonFloat() {}

    static String of(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        String repr = repr(value);
        int dot = repr.indexOf('.');
        if (value > 0 && dot > 6) {
            String digits = repr.charAt(0) + "." + repr.substring(1, dot) + repr.substring(dot + 1);
            return stripZerosAndDots(digits) + "e+" + twoDigits(dot - 1);
        }
        return repr;
    }

    /** As {@code repr} of a finite float. */
    public static String repr(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = shortest(value);
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            String plain = shortest.toPlainString();
            return plain.indexOf('.') < 0 ? plain + ".0" : plain;
        }
        return scientific(shortest, exponent);
    }

    private static String scientific(BigDecimal value, int exponent) {
        String mantissa = value.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + twoDigits(Math.abs(exponent));
    }

    private static String twoDigits(int number) {
        return number < 10 ? "0" + number : String.valueOf(number);
    }

    /** The fewest digits that give the same double; {@link Double#toString} gives more than that on Java 17. */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = SHORTEST_DIGITS; digits < LONGEST_DIGITS; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits));
            if (rounded.doubleValue() == value) {
                return rounded.stripTrailingZeros();
            }
        }
        return exact.round(new MathContext(LONGEST_DIGITS)).stripTrailingZeros();
    }

    private static String stripZerosAndDots(String digits) {
        int end = digits.length();
        while (end > 0 && (digits.charAt(end - 1) == '0' || digits.charAt(end - 1) == '.')) {
            end--;
        }
        return digits.substring(0, end);
    }
}
