package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Instant;
import java.util.Optional;

/** A run of a list. */
public record RunSummaryView(
        Team team,
        String run,
        String experiment,
        String phase,
        String status,
        Instant started,
        Optional<Instant> ended) {
    public static RunSummaryView of(RunRow row) {
        return new RunSummaryView(
                row.key().team(),
                row.key().run(),
                row.experiment(),
                row.phase(),
                status(row),
                row.started(),
                row.ended());
    }

    /** Of a run that the store took for lost {@link LiveRunView#LOST}, else its own. */
    public static String status(RunRow row) {
        return row.lost().isPresent() ? LiveRunView.LOST : row.status().name();
    }
}
