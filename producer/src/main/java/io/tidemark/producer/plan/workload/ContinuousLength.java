package io.tidemark.producer.plan.workload;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Lengths of a continuous distribution: rounded to whole numbers, and a length beyond a limit is the limit. At most {@link #MAX_CUT} of them
 * may be beyond each limit, so that the distribution is still the one that was asked for.
 *
 * @param source what is said of it; equal sources are equal distributions
 * @param quantiles the length of each share in (0, 1), before rounding and limits; never falls
 */
public record ContinuousLength(Source source, int min, int max, DoubleUnaryOperator quantiles)
        implements LengthDistribution {
    /** The largest length where none is given. */
    public static final int MAX_LENGTH = 1_000_000;

    /** The most that may be beyond a limit, as a share. */
    public static final double MAX_CUT = 0.1;

    private static final int MEAN_POINTS = 10_000;

    /** What is said of a distribution. */
    public sealed interface Source permits Normal, Lognormal, LengthPercentiles {}

    /** Lengths that vary around their mean evenly to both sides, in tokens. */
    public record Normal(double mean, double standardDeviation) implements Source {}

    /** Lengths whose logarithm is normal: many short ones and a few long ones, in tokens. */
    public record Lognormal(double mean, double standardDeviation) implements Source {}

    /** @throws IllegalArgumentException if the limits are none, or cut off too much */
    public ContinuousLength {
        if (min < 1 || max < min || max > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "must have 1 <= min <= max <= " + MAX_LENGTH + " but has min " + min + " and max " + max);
        }
        requireInside(quantiles, min, max);
    }

    /** @throws IllegalArgumentException if more than a tenth is beyond a limit */
    public static ContinuousLength of(Normal normal, int min, int max) {
        NormalDistribution standard = new NormalDistribution(null, 0, 1);
        return new ContinuousLength(
                normal,
                min,
                max,
                share -> normal.mean() + normal.standardDeviation() * standard.inverseCumulativeProbability(share));
    }

    /** @throws IllegalArgumentException if more than a tenth is beyond a limit */
    public static ContinuousLength of(Lognormal lognormal, int min, int max) {
        double ratio = lognormal.standardDeviation() / lognormal.mean();
        double variance = Math.log1p(ratio * ratio);
        double location = Math.log(lognormal.mean()) - variance / 2;
        NormalDistribution standard = new NormalDistribution(null, 0, 1);
        return new ContinuousLength(
                lognormal,
                min,
                max,
                share -> Math.exp(location + Math.sqrt(variance) * standard.inverseCumulativeProbability(share)));
    }

    /** @throws IllegalArgumentException if more than a tenth is beyond a limit */
    public static ContinuousLength of(LengthPercentiles percentiles, int min, int max) {
        return new ContinuousLength(percentiles, min, max, percentiles.quantiles());
    }

    @Override
    public int quantile(double share) {
        return (int) Math.round(Math.max(min, Math.min(max, quantiles.applyAsDouble(share))));
    }

    /** Of the shares in the middle of ten thousand equal parts. */
    @Override
    public double mean() {
        return IntStream.range(0, MEAN_POINTS)
                .mapToDouble(i -> quantile((i + 0.5) / MEAN_POINTS))
                .average()
                .orElse(min);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ContinuousLength that
                && source.equals(that.source)
                && min == that.min
                && max == that.max;
    }

    @Override
    public int hashCode() {
        return source.hashCode() * 31 + min * 31 + max;
    }

    private static void requireInside(DoubleUnaryOperator quantiles, int min, int max) {
        double low = quantiles.applyAsDouble(MAX_CUT);
        double high = quantiles.applyAsDouble(1 - MAX_CUT);
        if (low < min - 0.5) {
            throw new IllegalArgumentException(
                    "must have at most a tenth of its lengths below min, which is %d, but a tenth is below %.1f"
                            .formatted(min, low));
        }
        if (high > max + 0.5) {
            throw new IllegalArgumentException(
                    "must have at most a tenth of its lengths above max, which is %d, but a tenth is above %.1f"
                            .formatted(max, high));
        }
    }
}
