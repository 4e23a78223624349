package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Instant;
import java.util.Optional;

/** Which run it is, and how it stands. */
public record RunHead(
        Team team,
        String run,
        String experiment,
        String phase,
        boolean probe,
        String status,
        Instant started,
        Optional<Instant> ended) {
    public static RunHead of(RunRow row) {
        return new RunHead(
                row.key().team(),
                row.key().run(),
                row.experiment(),
                row.phase(),
                row.isProbe(),
                row.standing(),
                row.started(),
                row.ended());
    }

    public RunKey key() {
        return new RunKey(team, run);
    }

    /** The same, which the store took for lost. */
    public RunHead lost() {
        return new RunHead(team, run, experiment, phase, probe, "LOST", started, ended);
    }
}
