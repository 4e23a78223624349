package io.tidemark.analysis.compare;

import java.util.Optional;

/** How two sides' runs differ at one question: which method holds for how many runs there are. */
record Differences(ComparisonPolicy policy, RunVariance learned) {

    /** Empty where too few runs leave no way to an interval. */
    Optional<Difference> of(Question question, Runs runs) {
        boolean evaluation = question.measure().family().isEvaluation();
        if (runs.fewer() < policy.minimumRuns()) {
            return evaluation && runs.allHaveOwnErrors() ? Optional.of(ofItems(runs)) : screening(question, runs);
        }
        boolean inPairs = runs.fewer() >= policy.pairsFrom() && runs.tookTurns();
        Difference ofRuns = inPairs ? runs.paired() : runs.unpaired(policy.spreads());
        return Optional.of(evaluation ? notBelowItems(ofRuns, runs) : ofRuns);
    }

    /** An evaluation's repeats answer the same questions, so more of them do not make the questions more. */
    private static Difference ofItems(Runs runs) {
        return new Difference(
                runs.difference(), Math.sqrt(runs.sharedOwnVariance()), Double.POSITIVE_INFINITY, Basis.ITEMS);
    }

    private static Difference notBelowItems(Difference ofRuns, Runs runs) {
        Difference ofItems = ofItems(runs);
        return ofItems.standardError() > ofRuns.standardError() ? ofItems : ofRuns;
    }

    private Optional<Difference> screening(Question question, Runs runs) {
        Spread own = Spread.of(runs.base()).pooledWith(Spread.of(runs.candidate()));
        Spread elsewhere = learned.of(question);
        Spread both = own.pooledWith(elsewhere);
        if (both.degreesOfFreedom() > 0) {
            double variance = both.variance() * runs.unit() + runs.ownVariance();
            Basis basis = elsewhere.degreesOfFreedom() > 0 ? Basis.SCREENING_LEARNED : Basis.SCREENING_OWN;
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
}
