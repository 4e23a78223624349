package io.tidemark.bench.weeks;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * A line fitted to a quantity, by the day, one value a day. It grows where its 95 % interval lies above 0 and it makes more than a thousandth of the
 * quantity a day.
 */
record Slope(String of, double mean, double perDay, double halfWidth) {
    private static final int LEAST_VALUES = 3;
    private static final double LEAST_SHARE = 0.001;

    /** @param values by day, the first of which is of {@code firstDay} */
    static Slope of(String name, int firstDay, List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        if (values.size() < LEAST_VALUES) {
            return new Slope(name, mean, 0, Double.POSITIVE_INFINITY);
        }
        SimpleRegression line = new SimpleRegression();
        for (int i = 0; i < values.size(); i++) {
            line.addData(firstDay + i, values.get(i));
        }
        return new Slope(name, mean, line.getSlope(), line.getSlopeConfidenceInterval());
    }

    boolean isFitted() {
        return !Double.isInfinite(halfWidth);
    }

    boolean grows() {
        return perDay - halfWidth > 0 && perDay > Math.abs(mean) * LEAST_SHARE;
    }

    String words() {
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
