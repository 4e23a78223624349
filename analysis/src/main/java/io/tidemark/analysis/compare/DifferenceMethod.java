package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.difference.DifferenceEstimate;
import io.tidemark.analysis.difference.DifferenceForecast;
import io.tidemark.analysis.difference.MeanDifference;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.difference.ScaledRuns;
import io.tidemark.analysis.difference.VarianceEstimate;
import io.tidemark.analysis.measure.MeasureAtLoad;
import java.util.Optional;

/** How two sides' runs differ at one question: which method holds for how many runs there are. */
record DifferenceMethod(ComparisonPolicy policy, RunVariance runVariance) {

    /** Empty where too few runs leave no way to an interval. */
    Optional<MeanDifference> of(MeasureAtLoad question, ScaledRuns runs) {
        if (runs.runsOfSmallerSide() < policy.minimumRuns()) {
            return isEvaluation(question) && runs.allHaveOwnErrors()
                    ? Optional.of(ofItems(runs))
                    : screening(question, runs);
        }
        return Optional.of(
                notBelowItems(question, runs.estimate(policy.spreads()).difference(), runs));
    }

    /**
     * The basis for a forecast of the certainty with more runs. Empty where nothing shows how runs vary.
     */
    Optional<DifferenceForecast> outlook(MeasureAtLoad question, ScaledRuns runs) {
        double items = isEvaluation(question) ? runs.sharedOwnVariance() : 0;
        if (runs.runsOfSmallerSide() >= policy.minimumRuns()) {
            return Optional.of(new DifferenceForecast(runs.estimate(policy.spreads()), items));
        }
        VarianceEstimate spread = spreadOfFew(question, runs);
        if (spread.degreesOfFreedom() == 0 && !runs.allHaveOwnErrors()) {
            return Optional.empty();
        }
        boolean isKnown = spread.degreesOfFreedom() > 0;
        double variance = isKnown ? spread.variance() : runs.sharedOwnVariance() / 2;
        double degrees = isKnown ? spread.degreesOfFreedom() / 2.0 : Double.MAX_VALUE;
        DifferenceEstimate.Part base = part(runs.base().size(), variance, degrees);
        DifferenceEstimate.Part candidate = part(runs.candidate().size(), variance, degrees);
        return Optional.of(new DifferenceForecast(
                new DifferenceEstimate(runs.difference(), base, candidate, false, policy.spreads()), items));
    }

    private static DifferenceEstimate.Part part(int runs, double variance, double degrees) {
        return new DifferenceEstimate.Part(runs, variance, degrees, 1.0 / runs);
    }

    /** An evaluation's repeats answer the same questions, so more of them do not make the questions more. */
    private static MeanDifference ofItems(ScaledRuns runs) {
        return new MeanDifference(
                runs.difference(),
                Math.sqrt(runs.sharedOwnVariance()),
                Double.POSITIVE_INFINITY,
                DifferenceBasis.ITEMS);
    }

    private static MeanDifference notBelowItems(MeasureAtLoad question, MeanDifference ofRuns, ScaledRuns runs) {
        if (!isEvaluation(question)) {
            return ofRuns;
        }
        MeanDifference ofItems = ofItems(runs);
        return ofItems.standardError() > ofRuns.standardError() ? ofItems : ofRuns;
    }

    private Optional<MeanDifference> screening(MeasureAtLoad question, ScaledRuns runs) {
        VarianceEstimate both = spreadOfFew(question, runs);
        if (both.degreesOfFreedom() > 0) {
            double variance = both.variance() * runs.varianceFactor() + runs.ownVariance();
            DifferenceBasis basis = runVariance.of(question).degreesOfFreedom() > 0
                    ? DifferenceBasis.SCREENING_LEARNED
                    : DifferenceBasis.SCREENING_OWN;
            return Optional.of(
                    new MeanDifference(runs.difference(), Math.sqrt(variance), both.degreesOfFreedom(), basis));
        }
        return runs.allHaveOwnErrors()
                ? Optional.of(new MeanDifference(
                        runs.difference(),
                        Math.sqrt(runs.ownVariance()),
                        Double.POSITIVE_INFINITY,
                        DifferenceBasis.SCREENING_OWN))
                : Optional.empty();
    }

    /** Of these runs and of repeats elsewhere. */
    private VarianceEstimate spreadOfFew(MeasureAtLoad question, ScaledRuns runs) {
        return runs.spread().pooledWith(runVariance.of(question));
    }

    private static boolean isEvaluation(MeasureAtLoad question) {
        return question.measure().family().isEvaluation();
    }
}
