package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.events.Verdict;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run of a list.
 *
 * @param verdict as in {@link RunSummary}
 */
public record RunSummaryView(
        Team team,
        String run,
        String experiment,
        String phase,
        String status,
        Instant started,
        Optional<Instant> ended,
        Optional<Verdict> verdict,
        @JsonUnwrapped LiveRunView.Held held) {
    public static RunSummaryView of(RunRow row, List<StepVerdictRow> steps) {
        RunSummary summary = RunSummary.of(row, steps);
        return new RunSummaryView(
                row.key().team(),
                row.key().run(),
                row.experiment(),
                row.phase(),
                status(row),
                row.started(),
                row.ended(),
                summary.verdict(),
                LiveRunView.Held.of(summary));
    }

    /** Of a run that the store took for lost {@link LiveRunView#LOST}, else its own. */
    public static String status(RunRow row) {
        return row.lost().isPresent() ? LiveRunView.LOST : row.status().name();
    }
}
