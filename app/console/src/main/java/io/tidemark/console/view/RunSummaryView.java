package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.events.Verdict;
import io.tidemark.reports.model.RunSummary;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a list.
 *
 * @param verdict as in {@link RunSummary}
 * @param labels of its plan, and those that say what it is in a search or a tune
 */
public record RunSummaryView(
        Team team,
        String run,
        String experiment,
        String phase,
        boolean probe,
        String status,
        Instant started,
        Optional<Instant> ended,
        Optional<Verdict> verdict,
        @JsonUnwrapped LiveRunView.Held held,
        Map<String, String> labels) {
    public RunSummaryView {
        labels = Map.copyOf(labels);
    }

    public static RunSummaryView of(RunRow row, RunSummary summary, LiveRunView.Held held) {
        return new RunSummaryView(
                row.key().team(),
                row.key().run(),
                row.experiment(),
                row.phase(),
                row.isProbe(),
                row.standing(),
                row.started(),
                row.ended(),
                summary.verdict(),
                held,
                row.origin().labels());
    }
}
