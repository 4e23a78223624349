package io.tidemark.exporter.results;

import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepResult;
import java.util.List;

/**
 * What is kept of a step's result: its load, its verdict and the counts of its objectives.
 *
 * @param isOver whether nothing more of it is waited for
 * @param atLoad without the objectives
 */
record JudgedStep(String target, boolean isOver, LoadVerdict atLoad, List<Count> objectives) {
    /** Requests that an objective was judged on. */
    record Count(String objective, long count, long bad) {
        static Count of(ObjectiveResult result) {
            return new Count(result.getObjective(), result.getCount(), result.getBad());
        }
    }

    static JudgedStep of(StepResult result, List<ObjectiveResult> objectives) {
        return new JudgedStep(
                result.getTarget(),
                result.getFinality() == Finality.FINAL || result.getFinality() == Finality.INCOMPLETE,
                new LoadVerdict(result.getLoadKind(), result.getLoad(), result.getVerdict(), List.of()),
                objectives.stream().map(Count::of).toList());
    }
}
