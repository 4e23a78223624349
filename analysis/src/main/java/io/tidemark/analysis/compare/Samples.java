package io.tidemark.analysis.compare;

/** Both sides' runs at one question, and how sure their difference is. */
record Samples(Sample base, Sample candidate) {

    /** The same with more runs on each side that are as these. */
    Samples grown(int atLeast) {
        return new Samples(base.grown(atLeast), candidate.grown(atLeast));
    }

    /** The same if runs varied by this on both sides. */
    Samples varyingBy(double variance) {
        return new Samples(base.varyingBy(variance), candidate.varyingBy(variance));
    }

    double difference() {
        return candidate.mean() - base.mean();
    }

    /** 1/k + 1/k: variance of the difference per variance of a run. */
    double unit() {
        return 1.0 / base.runs() + 1.0 / candidate.runs();
    }

    /** Variance of the difference by the values' own errors alone. */
    double ownVariance() {
        return base.ownVariance() / base.runs() + candidate.ownVariance() / candidate.runs();
    }

    /** Mean own variance of each side, not divided by its runs: for repeats that share their items, as evaluations do their questions. */
    double sharedOwnVariance() {
        return base.ownVariance() + candidate.ownVariance();
    }

    /**
     * Student's pooled t for equally many runs and where both sides vary alike, else {@link #welch}. The spread of runs is never taken for
     * smaller than what their values vary by themselves.
     */
    Difference unpaired(Spreads spreads) {
        if (base.runs() != candidate.runs() && spreads == Spreads.EACH_ITS_OWN) {
            return welch();
        }
        Spread pooled = pooled();
        double variance = Math.max(pooled.variance() * unit(), ownVariance());
        return new Difference(difference(), Math.sqrt(variance), pooled.degreesOfFreedom(), Basis.POOLED_RUNS);
    }

    /**
     * Welch's t (Biometrika 34, 1947, 28-35) made safe for three runs: where these happen to lie close together it is far too sure of itself at
     * small p, so its variance is never below the pooled one, and its degrees of freedom are never more than of two sides with as many runs
     * as the smaller has.
     */
    private Difference welch() {
        double ofBase = base.varianceOfMean();
        double ofCandidate = candidate.varianceOfMean();
        double sum = ofBase + ofCandidate;
        double most = 2.0 * (Math.min(base.runs(), candidate.runs()) - 1);
        double degrees = sum == 0
                ? most
                : sum
                        * sum
                        / (ofBase * ofBase / (base.runs() - 1) + ofCandidate * ofCandidate / (candidate.runs() - 1));
        double variance = Math.max(Math.max(sum, pooled().variance() * unit()), ownVariance());
        return new Difference(difference(), Math.sqrt(variance), Math.min(most, degrees), Basis.WELCH_RUNS);
    }

    private Spread pooled() {
        return base.spread().pooledWith(candidate.spread());
    }
}
