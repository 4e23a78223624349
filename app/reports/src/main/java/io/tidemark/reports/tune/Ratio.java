package io.tidemark.reports.tune;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.events.ComparisonVerdict;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A value over that of the baseline.
 *
 * @param low lower end of its interval; empty without one
 * @param high upper end
 */
public record Ratio(double value, OptionalDouble low, OptionalDouble high) {
    /** @param isInverse whether the inverses of both values were compared */
    static Ratio of(ComparedMeasure compared, boolean isInverse) {
        // An interval of fewer runs than decide anything says nothing.
        boolean isScreening = compared.verdict() == ComparisonVerdict.SCREENING;
        OptionalDouble low =
                isScreening ? OptionalDouble.empty() : plusOne(compared.change().low());
        OptionalDouble high =
                isScreening ? OptionalDouble.empty() : plusOne(compared.change().high());
        double value = 1 + compared.change().value();
        return isInverse ? new Ratio(1 / value, inverse(high), inverse(low)) : new Ratio(value, low, high);
    }

    private static OptionalDouble plusOne(OptionalDouble change) {
        return change.isPresent() ? OptionalDouble.of(1 + change.getAsDouble()) : change;
    }

    private static OptionalDouble inverse(OptionalDouble end) {
        return end.isPresent() ? OptionalDouble.of(1 / end.getAsDouble()) : end;
    }

    /** "1.34 x (1.21 to 1.49)", "1.34 x (1.21 or more)", "1.05 x (no interval)". */
    public String format() {
        if (low.isEmpty() || high.isEmpty()) {
            return number(value) + " x (no interval)";
        }
        String end = Double.isInfinite(high.getAsDouble()) ? " or more" : " to " + number(high.getAsDouble());
        return number(value) + " x (" + number(low.getAsDouble()) + end + ")";
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
