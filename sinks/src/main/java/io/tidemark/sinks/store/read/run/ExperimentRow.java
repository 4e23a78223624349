package io.tidemark.sinks.store.read.run;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.List;

/** An experiment of a team with its phases in the order in which they were first run. */
public record ExperimentRow(Team team, String experiment, List<String> phases, int runs, Instant lastStarted) {
    public ExperimentRow {
        phases = List.copyOf(phases);
    }
}
