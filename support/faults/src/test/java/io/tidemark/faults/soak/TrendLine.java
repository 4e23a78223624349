package io.tidemark.faults.soak;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * A line fitted to a quantity, by the day, one value a day. It grows where its interval lies above 0 and it makes more of the quantity a day than is
 * allowed. The interval is one of 99.9 %: of some 45 quantities, one of 95 % would call one or two growing by chance.
 */
record TrendLine(String of, double mean, double perDay, double halfWidth) {
    private static final int MIN_VALUES = 3;
    private static final double ERROR = 0.001;
    private static final double ALLOWED = 0.001;

    /**
     * Of bytes that are written: a record's numbers take a byte more each time that they are a hundred times as large, and the sketches of a soak have
     * more buckets. What gathers from the first day on makes 3 % a day and more of itself in 30 days.
     */
    private static final double ALLOWED_OF_BYTES = 0.01;

    /** @param values by day, the first of which is of {@code firstDay} */
    static TrendLine of(String name, int firstDay, List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        if (values.size() < MIN_VALUES) {
            return new TrendLine(name, mean, 0, Double.POSITIVE_INFINITY);
        }
        SimpleRegression line = new SimpleRegression();
        for (int i = 0; i < values.size(); i++) {
            line.addData(firstDay + i, values.get(i));
        }
        return new TrendLine(name, mean, line.getSlope(), line.getSlopeConfidenceInterval(ERROR));
    }

    boolean isFitted() {
        return !Double.isInfinite(halfWidth);
    }

    boolean grows() {
        double allowed = of.startsWith("topic ") || of.endsWith("MiB a day") ? ALLOWED_OF_BYTES : ALLOWED;
        return perDay - halfWidth > 0 && perDay > Math.abs(mean) * allowed;
    }

    String description() {
        if (!isFitted()) {
            return "not fitted";
        }
        return String.format(
                Locale.ROOT,
                "%+,.4g a day [%+,.4g, %+,.4g] %s",
                perDay,
                perDay - halfWidth,
                perDay + halfWidth,
                grows() ? "GROWS" : "flat");
    }
}
