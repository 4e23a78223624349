package io.tidemark.analysis.soak;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * The interval of a share of independent requests (Clopper and Pearson, Biometrika 26, 1934, 404-413).
 *
 * @param low at which this many or more have the probability {@code level / 2}
 * @param high at which this many or fewer have it
 */
record CountInterval(double low, double high) {
    private static final double ACCURACY = 1e-12;

    /** @param level chance that the share is outside, in (0, 1) */
    static CountInterval of(long count, long n, double level) {
        if (n < 1 || count < 0 || count > n) {
            throw new IllegalArgumentException("count must be in [0, n] of n >= 1 but was " + count + " of " + n);
        }
        double low = count == 0 ? 0 : beta((double) count, n - count + 1.0, level / 2);
        double high = count == n ? 1 : beta(count + 1.0, (double) (n - count), 1 - level / 2);
        return new CountInterval(low, high);
    }

    private static double beta(double alpha, double beta, double probability) {
        return new BetaDistribution(null, alpha, beta, ACCURACY).inverseCumulativeProbability(probability);
    }
}
