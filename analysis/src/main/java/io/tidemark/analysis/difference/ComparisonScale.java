package io.tidemark.analysis.difference;

import io.tidemark.analysis.measure.MeasureFamily;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where values are compared: logarithms where changes are relative, which makes a ratio a difference and latencies' skew milder; the values
 * themselves for shares; parts of the base's mean where a relative one is 0 somewhere.
 *
 * @param unit what a value is divided by where it is not a logarithm
 */
public record ComparisonScale(boolean log, double unit) {
    /** Empty where a relative change would be one from 0; from 0 to 0 there is none. */
    public static Optional<ComparisonScale> of(MeasureFamily family, List<Double> base, List<Double> candidate) {
        if (!family.isRelative()) {
            return Optional.of(new ComparisonScale(false, 1));
        }
        if (Stream.concat(base.stream(), candidate.stream()).allMatch(value -> value > 0)) {
            return Optional.of(new ComparisonScale(true, 1));
        }
        if (!candidate.isEmpty()
                && Stream.concat(base.stream(), candidate.stream()).allMatch(value -> value == 0)) {
            return Optional.of(new ComparisonScale(false, 1));
        }
        double mean = base.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        return mean > 0 ? Optional.of(new ComparisonScale(false, mean)) : Optional.empty();
    }

    double scaled(double value) {
        return log ? Math.log(value) : value / unit;
    }

    /** Variance of a scaled value, from that of the value: by the slope of the logarithm there (the delta method). */
    double scaledVariance(double value, double variance) {
        double by = log ? value : unit;
        return variance / (by * by);
    }

    double unscaled(double scaled) {
        return log ? Math.exp(scaled) : scaled * unit;
    }

    /** A difference of scaled values as a change. Nothing that is compared falls below 0, so no change is below -100 %. */
    public double change(double difference) {
        return log ? Math.expm1(difference) : Math.max(-1, difference);
    }

    /** A change as a difference of scaled values. */
    public double difference(double change) {
        return log ? Math.log1p(change) : change;
    }
}
