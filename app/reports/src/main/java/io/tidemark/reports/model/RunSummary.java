package io.tidemark.reports.model;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.objective.StepVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import java.util.List;
import java.util.Optional;

/**
 * A run in a list.
 *
 * @param verdict the worst of its steps that were judged, UNKNOWN where none was; empty of a run whose figures must not be used
 * @param loadKind the first kind of load that was judged; empty where none was, and of a run that comparisons leave out
 * @param capacity the load of that kind that it holds
 */
public record RunSummary(Optional<Verdict> verdict, Optional<LoadKind> loadKind, Capacity capacity) {
    /** The steps of a run that comparisons leave out count for nothing. */
    public static RunSummary of(RunRow run, List<StepVerdictRow> steps) {
        List<LoadVerdict> judged = steps.stream()
                .filter(step -> step.verdict() != Verdict.UNKNOWN)
                .map(step -> new LoadVerdict(step.loadKind(), step.load(), step.verdict(), List.of()))
                .toList();
        List<LoadVerdict> counted = run.whyNotCounted().isEmpty() ? judged : List.of();
        Optional<LoadKind> first = Capacity.firstKind(counted);
        return new RunSummary(
                Optional.of(StepVerdict.of(
                                judged.stream().map(LoadVerdict::verdict).toList()))
                        .filter(verdict -> run.whyNotUsable().isEmpty()),
                first,
                Capacity.of(counted, first.orElse(LoadKind.RATE)));
    }
}
