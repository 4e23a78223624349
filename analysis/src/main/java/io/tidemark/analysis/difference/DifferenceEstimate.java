package io.tidemark.analysis.difference;

/**
 * The difference of two sides and what it rests on: every run of both.
 *
 * @param value candidate less base, on the scale of the comparison
 * @param drift whether a linear drift over the runs is taken out
 * @param spreads whether both sides are taken to vary alike
 */
public record DifferenceEstimate(double value, Part base, Part candidate, boolean drift, VarianceAssumption spreads) {

    /**
     * One side's part in it.
     *
     * @param runs how many
     * @param variance of a run, never below what its value varies by itself
     * @param degrees of freedom that the variance has
     * @param weight sum of the squared weights of its runs: 1 / k without a drift
     */
    public record Part(int runs, double variance, double degrees, double weight) {
        /** The same of so many runs that are as these, half of a drift's degree of freedom taken from each side. */
        Part grown(int atLeast, boolean drift) {
            return atLeast <= runs ? this : new Part(atLeast, variance, atLeast - 1 - (drift ? 0.5 : 0), 1.0 / atLeast);
        }
    }

    /** From values in the design's order. */
    public static DifferenceEstimate of(
            LeastSquaresDesign design, double[] values, double[] own, VarianceAssumption spreads) {
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
        return new Part(runs, Math.max(degrees > 0 ? squares / degrees : 0, ownSum / runs), degrees, weight);
    }

    DifferenceEstimate withMoreRuns(int atLeast) {
        return new DifferenceEstimate(
                value, base.grown(atLeast, drift), candidate.grown(atLeast, drift), drift, spreads);
    }

    /** Variance of the difference: each side's runs count by what they vary by, drawn towards the common variance. */
    public double variance() {
        return ofVariance(base, candidate) * base.variance() + ofVariance(candidate, base) * candidate.variance();
    }

    /**
     * Of Student's t. Satterthwaite's for a sum of two variances (Biometrics Bulletin 2, 1946, 110-114), taken as they are where the variance of
     * the side with fewer runs is larger by {@link VarianceAssumption#ofFewer}: it depends on how many runs there are, never on how they happened
     * to lie, so that a run more never takes any away.
     */
    double degreesOfFreedom() {
        double ofBase = ofVariance(base, candidate) * (base.runs() < candidate.runs() ? varianceOfFewer() : 1);
        double ofCandidate = ofVariance(candidate, base) * (candidate.runs() < base.runs() ? varianceOfFewer() : 1);
        double sum = ofBase + ofCandidate;
        return sum * sum / (ofBase * ofBase / base.degrees() + ofCandidate * ofCandidate / candidate.degrees());
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
