package io.tidemark.producer.scrape;

import java.util.Locale;

/** Numbers as exporters write them. */
final class PrometheusNumbers {
    private PrometheusNumbers() {}

    /** Also {@code +Inf}, {@code inf} and {@code NaN} in any case, which Java does not know. */
    static double parse(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "+inf", "inf", "+infinity", "infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            case "nan", "+nan", "-nan" -> Double.NaN;
            default -> Double.parseDouble(text);
        };
    }

    /** Whether a value stands for "no value": not a number, or one of NVIDIA DCGM's blanks. */
    static boolean isMissing(double value) {
        boolean dcgmBlank64 = value >= 9.22e18;
        boolean dcgmBlank32 = value >= 2_147_483_632 && value <= 2_147_483_647;
        boolean dcgmBlankFloat = value >= 140_737_488_355_328.0 && value <= 140_737_488_355_335.0;
        return Double.isNaN(value) || dcgmBlank64 || dcgmBlank32 || dcgmBlankFloat;
    }
}
