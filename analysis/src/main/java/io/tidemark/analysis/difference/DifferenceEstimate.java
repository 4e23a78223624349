package io.tidemark.analysis.difference;

import org.apache.commons.math3.distribution.FDistribution;

/**
 * The difference of two sides and what it rests on: every run of both.
 *
 * @param value candidate less base, on the scale of the comparison
 * @param drift whether a linear drift over the runs is taken out
 * @param spreads whether both sides are taken to vary alike
 */
public record DifferenceEstimate(double value, Part base, Part candidate, boolean drift, VarianceAssumption spreads) {

    /** Chance at which fewer runs are taken to vary more where both sides vary alike: the least at which false alarms stay within 7 %. */
    private static final double WIDER = 0.15;

    /**
     * One side's part in it.
     *
     * @param runs how many
     * @param variance of a run, never below what its value varies by itself
     * @param degrees of freedom that the variance has
     * @param weight sum of the squared weights of its runs, and its share of what the prior leaves of a slope: 1 / k without a drift
     */
    public record Part(int runs, double variance, double degrees, double weight) {
        /** By an F test on the ratio of the variances. */
        boolean variesMoreThan(Part other) {
            return variance > other.variance
                    && (other.variance == 0
                            || 1
                                            - new FDistribution(null, degrees, other.degrees)
                                                    .cumulativeProbability(variance / other.variance)
                                    <= WIDER);
        }

        /** The same of so many runs that are as these, half of a drift's degree of freedom taken from each side. */
        Part grown(int atLeast, boolean drift) {
            return atLeast <= runs ? this : new Part(atLeast, variance, atLeast - 1 - (drift ? 0.5 : 0), 1.0 / atLeast);
        }
    }

    /** From values in the design's order. */
    public static DifferenceEstimate of(
            LeastSquaresDesign order, double[] values, double[] own, VarianceAssumption spreads) {
        LeastSquaresDesign design = order.fittedTo(values);
        double[] weights = design.weights();
        double value = 0;
        for (int at = 0; at < values.length; at++) {
            value += weights[at] * values[at];
        }
        Part base = part(design, false, values, own, weights);
        Part candidate = part(design, true, values, own, weights);
        return new DifferenceEstimate(value, base, candidate, design.hasDrift(), spreads);
    }

    private static Part part(
            LeastSquaresDesign design, boolean ofCandidate, double[] values, double[] own, double[] weights) {
        double[] residuals = design.residuals(values);
        double[] freedom = design.freedom();
        double squares = 0;
        double degrees = 0;
        double ownSum = 0;
        double weight = 0;
        int runs = 0;
        for (int at = 0; at < values.length; at++) {
            if (design.isCandidate(at) == ofCandidate) {
                squares += residuals[at] * residuals[at];
                degrees += freedom[at];
                ownSum += own[at];
                weight += weights[at] * weights[at];
                runs++;
            }
        }
        return new Part(
                runs,
                Math.max(degrees > 0 ? squares / degrees : 0, ownSum / runs),
                degrees,
                weight * design.withSlope());
    }

    DifferenceEstimate withMoreRuns(int atLeast) {
        return new DifferenceEstimate(
                value, base.grown(atLeast, drift), candidate.grown(atLeast, drift), drift, spreads);
    }

    /**
     * Variance of the difference: each side's runs count by what they vary by, drawn towards the common variance unless the fewer ones vary more.
     */
    public double variance() {
        return fewerVaryMore()
                ? base.weight() * base.variance() + candidate.weight() * candidate.variance()
                : ofVariance(base, candidate) * base.variance() + ofVariance(candidate, base) * candidate.variance();
    }

    /**
     * Of Student's t. Satterthwaite's for a sum of two variances (Biometrics Bulletin 2, 1946, 110-114), taken as they are where the fewer runs
     * vary more, which is Welch's t. Else the variance of the side with fewer runs is taken to be larger by {@link VarianceAssumption#ofFewer}:
     * then they depend on how many runs there are, not on how they happened to lie.
     */
    double degreesOfFreedom() {
        if (fewerVaryMore()) {
            return satterthwaite(base.weight() * base.variance(), candidate.weight() * candidate.variance());
        }
        return satterthwaite(
                ofVariance(base, candidate) * (base.runs() < candidate.runs() ? varianceOfFewer() : 1),
                ofVariance(candidate, base) * (candidate.runs() < base.runs() ? varianceOfFewer() : 1));
    }

    private double satterthwaite(double ofBase, double ofCandidate) {
        double sum = ofBase + ofCandidate;
        return sum * sum / (ofBase * ofBase / base.degrees() + ofCandidate * ofCandidate / candidate.degrees());
    }

    /** What many runs of one side vary by says little of a side with fewer that vary more. */
    private boolean fewerVaryMore() {
        if (spreads == VarianceAssumption.ONE_FOR_BOTH || base.runs() == candidate.runs()) {
            return false;
        }
        return base.runs() < candidate.runs() ? base.variesMoreThan(candidate) : candidate.variesMoreThan(base);
    }

    private double varianceOfFewer() {
        return spreads.ofFewer(Math.min(base.runs(), candidate.runs()), Math.max(base.runs(), candidate.runs()));
    }

    /**
     * How much a side's own variance counts in that of the difference. With weights w and degrees of freedom f the shrunken variances are
     * (c s2 + f_j s2_j) / (c + f_j), where s2 is the pooled one and c the degrees of freedom that it counts for.
     */
    private double ofVariance(Part one, Part other) {
        double share = one.degrees() / (one.degrees() + other.degrees());
        double common = one.weight() * spreads.common(one.degrees()) + other.weight() * spreads.common(other.degrees());
        return share * common + one.weight() * (1 - spreads.common(one.degrees()));
    }

    public MeanDifference difference() {
        DifferenceBasis basis = drift
                ? DifferenceBasis.RUNS_AND_DRIFT
                : spreads == VarianceAssumption.ONE_FOR_BOTH ? DifferenceBasis.RUNS_ALIKE : DifferenceBasis.RUNS;
        return new MeanDifference(value, Math.sqrt(variance()), degreesOfFreedom(), basis);
    }
}
