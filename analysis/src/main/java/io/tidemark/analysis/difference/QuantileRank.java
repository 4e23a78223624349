package io.tidemark.analysis.difference;

import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Brings quantiles of runs with few requests and of runs with many to the same place. The value at rank k of n stands, on average, at the
 * share (k - 3/8) / (n + 1/4) of a normal distribution (Blom, Statistical Estimates and Transformed Beta Variables, 1958): p99 of 200
 * requests at 98.7 %, of 3,000 at 99.0 %. It is moved along the line through the next lower quantile, logarithm against normal score; by that
 * line's slope it varies at least as binomial ranks do. Stateless.
 */
final class QuantileRank {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    private QuantileRank() {}

    /** The next lower quantile of the same run, with its logarithm. */
    record Below(double quantile, double value) {}

    /** On the scale of logarithms. */
    static ScaledRun moved(ScaledRun run, double quantile, long count, Below below) {
        double at = score(quantile, count);
        double slope = (run.value() - below.value()) / (at - score(below.quantile(), count));
        if (count < 1 || !Double.isFinite(slope) || slope < 0) {
            return run;
        }
        double wanted = NORMAL.inverseCumulativeProbability(quantile);
        double density = NORMAL.density(wanted);
        double own = slope * slope * quantile * (1 - quantile) / (count * density * density);
        return new ScaledRun(
                run.run(),
                run.startedAt(),
                run.value() + slope * (wanted - at),
                Math.max(run.ownVariance(), own),
                run.hasOwnError());
    }

    private static double score(double quantile, long count) {
        double rank = Math.ceil(quantile * count);
        return NORMAL.inverseCumulativeProbability((rank - 0.375) / (count + 0.25));
    }
}
