package io.tidemark.sinks.store.read.step;

import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.List;
import java.util.Optional;

/** A step: what was planned, and what it gave so far. Results are by target and class, class {@code all} first. */
public record StepRow(RunKey run, int step, Optional<StepStateRow> state, List<StepResultRow> results) {
    public StepRow {
        results = List.copyOf(results);
    }

    /** The result over every class; of the first target when there are several. */
    public Optional<StepResultRow> result() {
        return results.stream()
                .filter(result -> result.requestClass().equals(RequestClass.ALL))
                .findFirst();
    }
}
