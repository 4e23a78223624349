package io.tidemark.analysis.objective;

import io.tidemark.schemas.sketch.LogHistogram;
import org.apache.commons.math3.special.Erf;

/**
 * Whether latencies are so far below a limit that their number does not matter: none of them is beyond two thirds of it, and the upper tolerance
 * bound of their logarithms, as if these were normal, is below it. The bound is for a tenth of the share that may be beyond the limit, so that a tail
 * ten times as heavy as a normal one's still passes rightly, at 97.5 % on the effective count (Natrella, Experimental Statistics, NBS Handbook 91, 1963,
 * 2-13; NIST/SEMATECH e-Handbook, 7.2.6.3). Stateless.
 */
final class LimitClearance {
    /** Fewer effective values say nothing of a spread. */
    static final int FEWEST = 6;

    private static final double TWO_THIRDS = 2.0 / 3;
    private static final double HEAVIER = 10;
    private static final double CONFIDENCE = 1.959963984540054;

    private LimitClearance() {}

    /** @param effective the number of independent values that hold as much information as all of them */
    static boolean holds(LogHistogram values, long limitNanos, double quantile, double effective) {
        if (values.isEmpty() || effective < FEWEST || values.max().orElseThrow() > TWO_THIRDS * limitNanos) {
            return false;
        }
        double[] sums = new double[2];
        values.forEachBucket((upper, held) -> {
            double log = Math.log(Math.max(1, upper));
            sums[0] += held * log;
            sums[1] += held * log * log;
        });
        double mean = sums[0] / values.count();
        double deviation = Math.sqrt(Math.max(0, sums[1] / values.count() - mean * mean));
        return mean + factor(quantile, effective) * deviation <= Math.log((double) limitNanos);
    }

    private static double factor(double quantile, double effective) {
        double beyond = (1 - quantile) / HEAVIER;
        double normal = -Math.sqrt(2) * Erf.erfcInv(2 * (1 - beyond));
        double a = 1 - CONFIDENCE * CONFIDENCE / (2 * (effective - 1));
        double b = normal * normal - CONFIDENCE * CONFIDENCE / effective;
        return (normal + Math.sqrt(normal * normal - a * b)) / a;
    }
}
