package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.util.Optional;

/** Which runs: each empty part lets all through. */
public record RunFilter(Optional<Team> team, Optional<String> experiment, Optional<String> phase) {
    public static RunFilter all() {
        return new RunFilter(Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static RunFilter team(Team team) {
        return new RunFilter(Optional.of(team), Optional.empty(), Optional.empty());
    }

    public RunFilter experiment(String name) {
        return new RunFilter(team, Optional.of(name), phase);
    }

    public RunFilter phase(String name) {
        return new RunFilter(team, experiment, Optional.of(name));
    }
}
