package io.tidemark.analysis.quantile;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A ratio of two quantiles with its interval.
 *
 * <p>The two intervals are joined on the log scale by Zou and Donner's method of variance estimates recovery (Statistics in Medicine 27,
 * 2008, 1693-1702), which keeps their asymmetry and needs no distribution. An unbounded end stays unbounded.
 *
 * @param low lower end of the 95 % interval; empty when unbounded
 * @param high upper end; empty when unbounded
 */
public record RatioInterval(double ratio, OptionalDouble low, OptionalDouble high) {

    /** candidate / base; empty when either quantile is undefined or 0. */
    public static Optional<RatioInterval> of(QuantileInterval base, QuantileInterval candidate) {
        if (base.value().orElse(0) <= 0 || candidate.value().orElse(0) <= 0) {
            return Optional.empty();
        }
        double logBase = log(base.value());
        double logCandidate = log(candidate.value());
        double logRatio = logCandidate - logBase;
        OptionalDouble down = reach(logCandidate, candidate.low(), logBase, base.high());
        OptionalDouble up = reach(logCandidate, candidate.high(), logBase, base.low());
        return Optional.of(
                new RatioInterval(Math.exp(logRatio), shifted(logRatio, -1, down), shifted(logRatio, 1, up)));
    }

    /** Whether 1, no difference, is outside the interval. */
    public boolean excludesOne() {
        return low.orElse(0) > 1 || high.orElse(Double.POSITIVE_INFINITY) < 1;
    }

    private static OptionalDouble reach(
            double logCandidate, OptionalLong candidateEnd, double logBase, OptionalLong baseEnd) {
        if (candidateEnd.orElse(0) <= 0 || baseEnd.orElse(0) <= 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(Math.hypot(logCandidate - log(candidateEnd), logBase - log(baseEnd)));
    }

    private static double log(OptionalLong nanos) {
        return Math.log((double) nanos.getAsLong());
    }

    private static OptionalDouble shifted(double logRatio, int direction, OptionalDouble reach) {
        return reach.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.exp(logRatio + direction * reach.getAsDouble()));
    }
}
