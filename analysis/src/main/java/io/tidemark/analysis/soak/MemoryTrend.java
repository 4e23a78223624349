package io.tidemark.analysis.soak;

import io.tidemark.analysis.timeseries.TheilSen;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How memory grows from hour to hour: the slope of Theil and Sen, with an interval that holds also where memory wanders, as that of a process
 * with a garbage collector does. Each step of a random walk is independent of the ones before; the slope along n of them has the variance
 * 6 s^2 / (5 n) (Durlauf and Phillips, Econometrica 56, 1988, 1333-1354), where s^2 is that of a step. Around a fixed level the interval is too wide, never
 * too narrow.
 *
 * @param perHour slope, bytes per hour
 * @param hours how many values
 */
record MemoryTrend(double perHour, double low, double high, int hours) {
    /** Fewer hours are no evidence of a trend. */
    static final int MIN_HOURS = 6;

    private static final double WALK_FACTOR = 1.2;

    /**
     * Empty for fewer than {@link #MIN_HOURS} values.
     *
     * @param bytes of hours that follow each other
     * @param level chance that the interval leaves out what is true
     */
    static Optional<MemoryTrend> of(double[] bytes, double level) {
        if (bytes.length < MIN_HOURS) {
            return Optional.empty();
        }
        int steps = bytes.length - 1;
        double mean = (bytes[steps] - bytes[0]) / steps;
        double squares = 0;
        for (int at = 0; at < steps; at++) {
            double off = bytes[at + 1] - bytes[at] - mean;
            squares += off * off;
        }
        double error = Math.sqrt(WALK_FACTOR * squares / (steps - 1) / steps);
        double reach = new TDistribution(null, steps - 1.0).inverseCumulativeProbability(1 - level / 2) * error;
        double slope = TheilSen.slope(bytes);
        return Optional.of(new MemoryTrend(slope, slope - reach, slope + reach, bytes.length));
    }

    /** Whether it grows by this share of itself a day or more. */
    boolean isLarge(double[] bytes, double perDay) {
        double mean = Arrays.stream(bytes).average().orElseThrow();
        return perHour * 24 >= perDay * mean;
    }
}
