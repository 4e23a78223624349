package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.ComparisonScale;
import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.difference.MeanDifference;
import io.tidemark.analysis.difference.ScaledRuns;
import io.tidemark.analysis.difference.SideMeasurements;
import io.tidemark.analysis.difference.SideValues;
import io.tidemark.analysis.measure.MeasureAtLoad;
import java.util.Optional;
import java.util.OptionalDouble;

/** A question with both sides' answers and their difference, before it is known how many others are asked. */
record PendingComparison(
        MeasureAtLoad question,
        SideValues base,
        SideValues candidate,
        ComparisonScale scale,
        ScaledRuns runs,
        Optional<MeanDifference> difference) {

    /** Sides whose runs' requests differ by no more than this factor have their quantiles at the same rank, near enough. */
    private static final double LIKE_MANY = 1.25;

    /** Empty where the base's answer is 0 and the change a relative one. */
    static Optional<PendingComparison> of(
            MeasureAtLoad question, SideMeasurements before, SideMeasurements after, DifferenceMethod differences) {
        SideValues base = before.to(question);
        SideValues candidate = after.to(question);
        return ComparisonScale.of(question.measure().family(), base.values(), candidate.values())
                .map(scale -> {
                    ScaledRuns runs = runs(question, before, after, scale);
                    return new PendingComparison(
                            question, base, candidate, scale, runs, differences.of(question, runs));
                });
    }

    private static ScaledRuns runs(
            MeasureAtLoad question, SideMeasurements before, SideMeasurements after, ComparisonScale scale) {
        double one = before.requests(question);
        double other = after.requests(question);
        boolean unequal = Math.min(one, other) > 0 && Math.max(one, other) > LIKE_MANY * Math.min(one, other);
        return unequal && scale.log() && question.measure().quantile().isPresent()
                ? new ScaledRuns(before.atSameRank(scale, question), after.atSameRank(scale, question))
                : new ScaledRuns(before.scaled(scale, question), after.scaled(scale, question));
    }

    DifferenceBasis basis() {
        return difference.map(MeanDifference::basis).orElse(DifferenceBasis.SCREENING_ALONE);
    }

    /** Of what may be decided. */
    OptionalDouble p() {
        return basis().decides() ? OptionalDouble.of(difference.orElseThrow().p()) : OptionalDouble.empty();
    }

    MeasureChange change(double confidence) {
        return difference
                .map(it -> change(it, confidence))
                .orElseGet(() -> new MeasureChange(
                        bounded(runs.difference()),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()));
    }

    /** What another difference would be at this question. */
    MeasureChange change(MeanDifference it, double confidence) {
        double reach = it.halfWidth(confidence);
        return new MeasureChange(
                bounded(it.value()),
                OptionalDouble.of(bounded(it.value() - reach)),
                OptionalDouble.of(bounded(it.value() + reach)),
                OptionalDouble.of(it.p()),
                OptionalDouble.empty());
    }

    /** The change for the worse that is not excluded by a one-sided bound, 0 or more; infinite without an interval. */
    double worstNotExcluded(double confidence) {
        boolean lowerIsBetter = question.measure().family().lowerIsBetter();
        double sign = lowerIsBetter ? 1 : -1;
        return difference
                .map(it -> Math.max(0, sign * bounded(it.value() + sign * it.boundDistance(confidence))))
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** What is relative cannot fall by more than all of it. */
    private double bounded(double scaled) {
        double change = scale.change(scaled);
        return question.measure().family().isRelative() ? Math.max(-1, change) : change;
    }
}
