package io.tidemark.analysis.compare;

import java.util.Optional;

/** How two sides' runs differ at one question: which method holds for how many runs there are. */
record Differences(ComparisonPolicy policy, RunVariance learned) {

    /** Empty where too few runs leave no way to an interval. */
    Optional<Difference> of(Question question, Runs runs) {
        if (runs.fewer() < policy.minimumRuns()) {
            return isEvaluation(question) && runs.allHaveOwnErrors()
                    ? Optional.of(ofItems(runs))
                    : screening(question, runs);
        }
        return Optional.of(
                notBelowItems(question, runs.estimate(policy.spreads()).difference(), runs));
    }

    /**
     * What tells how sure the difference would be with more runs. Empty where nothing tells how runs vary.
     */
    Optional<Outlook> outlook(Question question, Runs runs) {
        double items = isEvaluation(question) ? runs.sharedOwnVariance() : 0;
        if (runs.fewer() >= policy.minimumRuns()) {
            return Optional.of(new Outlook(runs.estimate(policy.spreads()), items));
        }
        Spread spread = spreadOfFew(question, runs);
        if (spread.degreesOfFreedom() == 0 && !runs.allHaveOwnErrors()) {
            return Optional.empty();
        }
        boolean isKnown = spread.degreesOfFreedom() > 0;
        double variance = isKnown ? spread.variance() : runs.sharedOwnVariance() / 2;
        double degrees = isKnown ? spread.degreesOfFreedom() / 2.0 : Double.MAX_VALUE;
        Estimate.Part base = part(runs.base().size(), variance, degrees);
        Estimate.Part candidate = part(runs.candidate().size(), variance, degrees);
        return Optional.of(
                new Outlook(new Estimate(runs.difference(), base, candidate, false, policy.spreads()), items));
    }

    private static Estimate.Part part(int runs, double variance, double degrees) {
        return new Estimate.Part(runs, variance, degrees, 1.0 / runs);
    }

    /** An evaluation's repeats answer the same questions, so more of them do not make the questions more. */
    private static Difference ofItems(Runs runs) {
        return new Difference(
                runs.difference(), Math.sqrt(runs.sharedOwnVariance()), Double.POSITIVE_INFINITY, Basis.ITEMS);
    }

    private static Difference notBelowItems(Question question, Difference ofRuns, Runs runs) {
        if (!isEvaluation(question)) {
            return ofRuns;
        }
        Difference ofItems = ofItems(runs);
        return ofItems.standardError() > ofRuns.standardError() ? ofItems : ofRuns;
    }

    private Optional<Difference> screening(Question question, Runs runs) {
        Spread both = spreadOfFew(question, runs);
        if (both.degreesOfFreedom() > 0) {
            double variance = both.variance() * runs.unit() + runs.ownVariance();
            Basis basis = learned.of(question).degreesOfFreedom() > 0 ? Basis.SCREENING_LEARNED : Basis.SCREENING_OWN;
            return Optional.of(new Difference(runs.difference(), Math.sqrt(variance), both.degreesOfFreedom(), basis));
        }
        return runs.allHaveOwnErrors()
                ? Optional.of(new Difference(
                        runs.difference(),
                        Math.sqrt(runs.ownVariance()),
                        Double.POSITIVE_INFINITY,
                        Basis.SCREENING_OWN))
                : Optional.empty();
    }

    /** Of these runs and of repeats elsewhere. */
    private Spread spreadOfFew(Question question, Runs runs) {
        return runs.spread().pooledWith(learned.of(question));
    }

    private static boolean isEvaluation(Question question) {
        return question.measure().family().isEvaluation();
    }
}
