package io.tidemark.sinks.store.read.run;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Map;

/** A phase with the server flags that its latest run declared. */
public record PhaseRow(
        Team team, String experiment, String phase, Map<String, String> declaredConfig, Instant firstStarted) {
    public PhaseRow {
        declaredConfig = Map.copyOf(declaredConfig);
    }
}
