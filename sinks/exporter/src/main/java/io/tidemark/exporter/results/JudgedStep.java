package io.tidemark.exporter.results;

import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import java.util.List;

/**
 * What is kept of a step's result: its load, its verdict and its objectives, without its sketches and blocks.
 *
 * @param isOver whether nothing more of it is waited for
 */
record JudgedStep(
        String target,
        boolean isOver,
        LoadKind loadKind,
        double load,
        Verdict verdict,
        List<ObjectiveResult> objectives) {
    static JudgedStep of(StepResult result) {
        return new JudgedStep(
                result.getTarget(),
                result.getFinality() == Finality.FINAL || result.getFinality() == Finality.INCOMPLETE,
                result.getLoadKind(),
                result.getLoad(),
                result.getVerdict(),
                List.copyOf(result.getObjectives()));
    }

    LoadVerdict atLoad() {
        return new LoadVerdict(loadKind, load, verdict, objectives);
    }
}
