package io.tidemark.analysis.difference;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.RealDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * A difference of two means on the scale of the comparison.
 *
 * @param degreesOfFreedom of the t distribution; infinite for the normal one
 */
public record MeanDifference(double value, double standardError, double degreesOfFreedom, DifferenceBasis basis) {

    /** Half the width of the two-sided interval. */
    public double halfWidth(double confidence) {
        return standardError == 0 ? 0 : standardError * reach(confidence);
    }

    /** Standard errors from the difference to an end of the two-sided interval. */
    public double reach(double confidence) {
        return distribution(degreesOfFreedom).inverseCumulativeProbability((1 + confidence) / 2);
    }

    /** How far the one-sided bound lies from the difference. */
    public double boundDistance(double confidence) {
        return halfWidth(2 * confidence - 1);
    }

    /** Chance of a difference at least as large, in either direction, if there were none. */
    public double p() {
        if (standardError == 0) {
            return value == 0 ? 1 : 0;
        }
        return 2 * distribution(degreesOfFreedom).cumulativeProbability(-Math.abs(value) / standardError);
    }

    public static RealDistribution distribution(double degreesOfFreedom) {
        return Double.isInfinite(degreesOfFreedom)
                ? new NormalDistribution(null, 0, 1)
                : new TDistribution(null, degreesOfFreedom);
    }
}
