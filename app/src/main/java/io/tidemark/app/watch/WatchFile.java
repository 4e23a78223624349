package io.tidemark.app.watch;

import io.tidemark.schemas.Team;
import java.util.List;

/**
 * What is watched.
 *
 * @param team of all runs
 * @param blackouts times in which no run takes place
 */
public record WatchFile(Team team, Blackouts blackouts, List<WatchedPlan> plans) {
    public WatchFile {
        plans = List.copyOf(plans);
    }
}
