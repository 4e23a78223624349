package io.tidemark.console.api;

import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.console.view.LiveRunView;
import io.tidemark.console.view.LiveRunView.LiveObjective;
import io.tidemark.console.view.ObjectiveView;
import io.tidemark.console.view.RunHead;
import io.tidemark.events.BreachState;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** A run of the store as it would be shown live: without what only its topics say. */
final class StoredRun {
    private StoredRun() {}

    static LiveRunView view(ResultReader results, RunRow row) {
        List<StepVerdictRow> steps = RunRoutes.verdicts(results, row.key());
        List<BreachRow> breaches = results.breaches(row.key()).stream()
                .filter(breach -> breach.state() != BreachState.RETRACTED)
                .toList();
        return new LiveRunView(
                RunHead.of(row),
                row.ended().or(() -> row.lost().map(lost -> lost.lastHeard())),
                row.targets().stream().map(TargetRow::model).findFirst().orElse(""),
                row.targets().size() == 1 ? row.targets().get(0).name() : TargetGroup.ALL,
                OptionalInt.empty(),
                row.stepCount(),
                steps.stream().findFirst().map(StepVerdictRow::loadKind),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                results.objectives(row.key()).stream()
                        .map(objective -> new LiveObjective(
                                ObjectiveView.of(objective.toEvent()),
                                OptionalDouble.empty(),
                                false,
                                false,
                                Optional.empty()))
                        .toList(),
                breaches.stream().filter(StoredRun::isOpen).count(),
                breaches.size(),
                held(row, RunSummary.of(row, steps), () -> results.steps(row.key())),
                Map.of(),
                Map.of());
    }

    private static boolean isOpen(BreachRow breach) {
        return breach.state() == BreachState.OPENED || breach.state() == BreachState.UPDATED;
    }

    /** While the run lasts, of the steps that are over: only the whole steps tell which are. */
    static LiveRunView.Held held(RunRow row, RunSummary summary, Supplier<List<StepRow>> steps) {
        return row.isRunning() && !row.isProbe()
                ? LiveRunView.Held.soFar(steps.get().stream()
                        .filter(StoredRun::isOver)
                        .flatMap(step -> step.result().stream())
                        .map(result -> new LoadVerdict(result.loadKind(), result.load(), result.verdict(), List.of()))
                        .toList())
                : LiveRunView.Held.of(summary);
    }

    private static boolean isOver(StepRow step) {
        return step.state().flatMap(StepStateRow::ended).isPresent()
                || step.result().filter(StepResultRow::isOver).isPresent();
    }

    /** The same run, which the store took for lost. */
    static LiveRunView lost(LiveRunView run, LiveRunView.Held held) {
        return new LiveRunView(
                run.head().lost(),
                run.lastData(),
                run.model(),
                run.target(),
                run.step(),
                run.stepCount(),
                run.loadKind(),
                run.load(),
                run.inFlight(),
                run.objectives(),
                run.openBreaches(),
                run.breaches(),
                held,
                run.metrics(),
                run.signals());
    }
}
