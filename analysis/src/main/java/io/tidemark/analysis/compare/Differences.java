package io.tidemark.analysis.compare;

import java.util.Optional;

/** How two sides' runs differ at one question: which method holds for how many runs there are. */
record Differences(ComparisonPolicy policy, RunVariance learned) {

    /** Empty where too few runs leave no way to an interval. */
    Optional<Difference> of(Question question, Runs runs) {
        Samples samples = runs.samples();
        boolean evaluation = question.measure().family().isEvaluation();
        if (runs.fewer() < policy.minimumRuns()) {
            return evaluation && runs.allHaveOwnErrors() ? Optional.of(ofItems(samples)) : screening(question, runs);
        }
        return Optional.of(decided(question, runs, samples, runs.fewer()));
    }

    /**
     * As it would be with more runs, were they to differ as those that there are: {@code atLeast} so many on each side, and no fewer than the
     * policy decides by. By the same formulas as {@link #of}, so that what they would say is what will be said. Empty where nothing tells how
     * runs vary.
     */
    Optional<Difference> grown(Question question, Runs runs, int atLeast) {
        Samples samples = runs.samples();
        if (runs.fewer() >= policy.minimumRuns()) {
            return Optional.of(decided(question, runs, samples.grown(atLeast), atLeast));
        }
        Spread spread = spreadOfFew(question, samples);
        if (spread.degreesOfFreedom() == 0 && !runs.allHaveOwnErrors()) {
            return Optional.empty();
        }
        double variance = spread.degreesOfFreedom() > 0 ? spread.variance() : samples.sharedOwnVariance() / 2;
        Samples then = samples.varyingBy(variance).grown(atLeast);
        return Optional.of(notBelowItems(question, then.unpaired(policy.spreads()), then));
    }

    private Difference decided(Question question, Runs runs, Samples samples, int perSide) {
        boolean inPairs = perSide >= policy.pairsFrom() && runs.tookTurns();
        Difference ofRuns = inPairs ? runs.pairs().grown(perSide).paired() : samples.unpaired(policy.spreads());
        return notBelowItems(question, ofRuns, samples);
    }

    /** An evaluation's repeats answer the same questions, so more of them do not make the questions more. */
    private static Difference ofItems(Samples samples) {
        return new Difference(
                samples.difference(), Math.sqrt(samples.sharedOwnVariance()), Double.POSITIVE_INFINITY, Basis.ITEMS);
    }

    private static Difference notBelowItems(Question question, Difference ofRuns, Samples samples) {
        if (!question.measure().family().isEvaluation()) {
            return ofRuns;
        }
        Difference ofItems = ofItems(samples);
        return ofItems.standardError() > ofRuns.standardError() ? ofItems : ofRuns;
    }

    private Optional<Difference> screening(Question question, Runs runs) {
        Samples samples = runs.samples();
        Spread both = spreadOfFew(question, samples);
        if (both.degreesOfFreedom() > 0) {
            double variance = both.variance() * samples.unit() + samples.ownVariance();
            Basis basis = learned.of(question).degreesOfFreedom() > 0 ? Basis.SCREENING_LEARNED : Basis.SCREENING_OWN;
            return Optional.of(
                    new Difference(samples.difference(), Math.sqrt(variance), both.degreesOfFreedom(), basis));
        }
        return runs.allHaveOwnErrors()
                ? Optional.of(new Difference(
                        samples.difference(),
                        Math.sqrt(samples.ownVariance()),
                        Double.POSITIVE_INFINITY,
                        Basis.SCREENING_OWN))
                : Optional.empty();
    }

    /** Of these runs and of repeats elsewhere. */
    private Spread spreadOfFew(Question question, Samples samples) {
        return samples.base().spread().pooledWith(samples.candidate().spread()).pooledWith(learned.of(question));
    }
}
