package io.tidemark.app.transfer;

import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Reads runs for their export, one at a time. */
final class ExportReader {
    private final ResultReader results;

    ExportReader(ResultReader results) {
        this.results = results;
    }

    /** The steps of a run that have a final result, by number. */
    List<ExportedStep> steps(RunRow run) {
        Map<Integer, List<ExportedRequest>> requests = requests(run.key());
        List<ExportedStep> steps = new ArrayList<>();
        for (StepRow row : results.steps(run.key())) {
            row.result()
                    .filter(StepResultRow::isOver)
                    .ifPresent(result -> steps.add(new ExportedStep(
                            run, row.step(), result, cap(row), requests.getOrDefault(row.step(), List.of()))));
        }
        return steps;
    }

    private static OptionalInt cap(StepRow row) {
        return row.state().map(state -> state.offered().concurrencyCap()).orElse(OptionalInt.empty());
    }

    private Map<Integer, List<ExportedRequest>> requests(RunKey run) {
        Map<Integer, List<ExportedRequest>> byStep = new HashMap<>();
        results.scanRequests(
                run,
                request -> byStep.computeIfAbsent(request.step(), step -> new ArrayList<>())
                        .add(ExportedRequest.of(request)));
        byStep.values()
                .forEach(all ->
                        all.sort(Comparator.comparing(ExportedRequest::due).thenComparing(ExportedRequest::id)));
        return byStep;
    }
}
