package io.tidemark.analysis.compare;

import java.util.Optional;
import java.util.OptionalDouble;

/** A question with both sides' answers and their difference, before it is known how many others are asked. */
record Draft(
        Question question, Answers base, Answers candidate, Scale scale, Runs runs, Optional<Difference> difference) {

    /** Sides whose runs' requests differ by no more than this factor have their quantiles at the same rank, near enough. */
    private static final double LIKE_MANY = 1.25;

    /** Empty where the base's answer is 0 and the change a relative one. */
    static Optional<Draft> of(Question question, SideAnswers before, SideAnswers after, Differences differences) {
        Answers base = before.to(question);
        Answers candidate = after.to(question);
        return Scale.of(question.measure().family(), base.values(), candidate.values())
                .map(scale -> {
                    Runs runs = runs(question, before, after, scale);
                    return new Draft(question, base, candidate, scale, runs, differences.of(question, runs));
                });
    }

    private static Runs runs(Question question, SideAnswers before, SideAnswers after, Scale scale) {
        double one = before.requests(question);
        double other = after.requests(question);
        boolean unequal = Math.min(one, other) > 0 && Math.max(one, other) > LIKE_MANY * Math.min(one, other);
        return unequal && scale.log() && question.measure().quantile().isPresent()
                ? new Runs(before.atTheirRank(scale, question), after.atTheirRank(scale, question))
                : new Runs(before.on(scale, question), after.on(scale, question));
    }

    Basis basis() {
        return difference.map(Difference::basis).orElse(Basis.SCREENING_ALONE);
    }

    /** Of what may be decided. */
    OptionalDouble p() {
        return basis().decides() ? OptionalDouble.of(difference.orElseThrow().p()) : OptionalDouble.empty();
    }

    Change change(double confidence) {
        return difference
                .map(it -> change(it, confidence))
                .orElseGet(() -> new Change(
                        bounded(runs.difference()),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()));
    }

    /** What another difference would be at this question. */
    Change change(Difference it, double confidence) {
        double reach = it.reach(confidence);
        return new Change(
                bounded(it.value()),
                OptionalDouble.of(bounded(it.value() - reach)),
                OptionalDouble.of(bounded(it.value() + reach)),
                OptionalDouble.of(it.p()),
                OptionalDouble.empty());
    }

    /** The change for the worse that is not excluded by a one-sided bound, 0 or more; infinite without an interval. */
    double worstLeft(double confidence) {
        boolean lowerIsBetter = question.measure().family().lowerIsBetter();
        double sign = lowerIsBetter ? 1 : -1;
        return difference
                .map(it -> Math.max(0, sign * bounded(it.value() + sign * it.bound(confidence))))
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** What is relative cannot fall by more than all of it. */
    private double bounded(double scaled) {
        double change = scale.change(scaled);
        return question.measure().family().isRelative() ? Math.max(-1, change) : change;
    }
}
