package io.tidemark.analysis.difference;

import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * What a difference may become with more runs.
 *
 * @param now by the runs that there are
 * @param items variance below which no number of runs brings it, as an evaluation's questions stay the same; 0 where there is none
 */
public record DifferenceForecast(DifferenceEstimate now, double items) {
    /** Places at which the spread that is not known is looked at, each as likely as the others. */
    private static final int SPREADS = 9;

    private static final int LATER_SPREADS = 3;

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    /** With so many runs a side at least, were they as those that there are. */
    public MeanDifference difference(int runs) {
        MeanDifference then = now.withMoreRuns(runs).difference();
        double variance = Math.max(items, then.standardError() * then.standardError());
        return new MeanDifference(then.value(), Math.sqrt(variance), then.degreesOfFreedom(), then.basis());
    }

    /**
     * Chance that the rule decides once there are so many runs a side, these included, by what these show of change and spread and no more
     * (assurance: O'Hagan, Stevens and Campbell, Pharmaceutical Statistics 4, 2005, 187-201): over the spreads that these runs leave possible, by
     * chi-squared, and the values that the difference may then have, by the normal distribution.
     *
     * @param rule chance of a decision, by how far the difference moves until then and by its standard error then
     */
    public double probability(int runs, Decides rule) {
        double degreesThen = difference(runs).degreesOfFreedom();
        double nowVariance = now.variance();
        double thenVariance = now.withMoreRuns(runs).variance();
        double degreesNow = now.degreesOfFreedom();
        double added = Math.max(0, degreesThen - degreesNow);
        double sum = 0;
        for (int at = 0; at < SPREADS; at++) {
            double truth = 1 / meanSquare(degreesNow, (at + 0.5) / SPREADS);
            double moves = Math.sqrt(truth * Math.max(0, nowVariance - thenVariance));
            for (int later = 0; later < LATER_SPREADS; later++) {
                double seen = (degreesNow + added * truth * meanSquare(added, (later + 0.5) / LATER_SPREADS))
                        / (degreesNow + added);
                double error = Math.sqrt(Math.max(items, thenVariance * seen));
                sum += rule.probability(moves, error);
            }
        }
        return sum / (SPREADS * LATER_SPREADS);
    }

    /**
     * Chance that a difference ends below a limit.
     *
     * @param value the difference now
     * @param moves standard deviation of the way from now to then; 0 where it stays
     */
    public static double probabilityBelow(double limit, double value, double moves) {
        if (moves == 0) {
            return value < limit ? 1 : 0;
        }
        return NORMAL.cumulativeProbability((limit - value) / moves);
    }

    /** A quantile of chi-squared over its degrees of freedom, by the cube that Wilson and Hilferty give (PNAS 17, 1931, 684-688). */
    private static double meanSquare(double degrees, double quantile) {
        if (degrees < 0.01 || degrees > 1e6) {
            return 1;
        }
        double ninth = 2 / (9 * degrees);
        double root = 1 - ninth + NORMAL.inverseCumulativeProbability(quantile) * Math.sqrt(ninth);
        return Math.max(0.01, root * root * root);
    }

    /** A rule that decides on some differences. */
    @FunctionalInterface
    public interface Decides {
        /**
         * @param moves standard deviation of the way from the difference now to the one then
         * @param error standard error then
         */
        double probability(double moves, double error);
    }
}
