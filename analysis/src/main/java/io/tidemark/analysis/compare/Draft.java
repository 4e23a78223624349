package io.tidemark.analysis.compare;

import java.util.Optional;
import java.util.OptionalDouble;

/** A question with both sides' answers and their difference, before it is known how many others are asked. */
record Draft(
        Question question, Answers base, Answers candidate, Scale scale, Runs runs, Optional<Difference> difference) {

    /** Empty where the base's answer is 0 and the change a relative one. */
    static Optional<Draft> of(Question question, SideAnswers before, SideAnswers after, Differences differences) {
        Answers base = before.to(question);
        Answers candidate = after.to(question);
        return Scale.of(question.measure().family(), base.values(), candidate.values())
                .map(scale -> {
                    Runs runs = new Runs(before.on(scale, question), after.on(scale, question));
                    return new Draft(question, base, candidate, scale, runs, differences.of(question, runs));
                });
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
                        scale.change(runs.samples().difference()),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()));
    }

    /** What another difference would be at this question. */
    Change change(Difference it, double confidence) {
        double reach = it.reach(confidence);
        return new Change(
                scale.change(it.value()),
                OptionalDouble.of(scale.change(it.value() - reach)),
                OptionalDouble.of(scale.change(it.value() + reach)),
                OptionalDouble.of(it.p()),
                OptionalDouble.empty());
    }
}
