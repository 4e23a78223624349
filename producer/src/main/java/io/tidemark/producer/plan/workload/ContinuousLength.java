package io.tidemark.producer.plan.workload;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Lengths of a continuous distribution: rounded to whole numbers, and a length beyond a limit is the limit. At most {@link #MAX_CUT} of them
 * may be beyond each limit, so that the distribution is still the one that was asked for.
 *
 * @param source what is reported of it; equal sources are equal distributions
 * @param quantiles the length of each share in (0, 1), before rounding and limits; never falls
 */
public record ContinuousLength(Source source, int min, int max, DoubleUnaryOperator quantiles)
        implements LengthDistribution {
    /** The largest length where none is given. */
    public static final int MAX_LENGTH = 1_000_000;

    /** The most that may be beyond a limit, as a share. */
    public static final double MAX_CUT = 0.1;

    private static final int MEAN_POINTS = 10_000;

    /** What is reported of a distribution. */
    public sealed interface Source permits Normal, Lognormal, LengthPercentiles {
        /** The length of each share in (0, 1), before rounding and limits. */
        DoubleUnaryOperator quantiles();
    }

    /** Lengths that vary around their mean evenly to both sides, in tokens. */
    public record Normal(double mean, double standardDeviation) implements Source {
        @Override
        public DoubleUnaryOperator quantiles() {
            NormalDistribution standard = new NormalDistribution(null, 0, 1);
            return share -> mean + standardDeviation * standard.inverseCumulativeProbability(share);
        }
    }

    /** Lengths whose logarithm is normal: many short ones and a few long ones, in tokens. */
    public record Lognormal(double mean, double standardDeviation) implements Source {
        @Override
        public DoubleUnaryOperator quantiles() {
            double ratio = standardDeviation / mean;
            double variance = Math.log1p(ratio * ratio);
            double location = Math.log(mean) - variance / 2;
            NormalDistribution standard = new NormalDistribution(null, 0, 1);
            return share -> Math.exp(location + Math.sqrt(variance) * standard.inverseCumulativeProbability(share));
        }
    }

    /** @throws IllegalArgumentException if the limits are none, or cut off too much */
    public ContinuousLength {
        if (min < 1 || max < min || max > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "must have 1 <= min <= max <= " + MAX_LENGTH + " but has min " + min + " and max " + max);
        }
        requireInside(quantiles, min, max);
    }

    /** @throws IllegalArgumentException if the limits are none, or cut off too much */
    public static ContinuousLength of(Source source, int min, int max) {
        return new ContinuousLength(source, min, max, source.quantiles());
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
