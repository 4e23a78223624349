package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.util.Optional;

/**
 * Which runs: each empty part lets all through.
 *
 * @param text part of the run's id, of its experiment or of its phase, in any case
 */
public record RunFilter(
        Optional<Team> team, Optional<String> experiment, Optional<String> phase, Optional<String> text) {
    private static final RunFilter ALL =
            new RunFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public static RunFilter all() {
        return ALL;
    }

    public static RunFilter team(Team team) {
        return ALL.ofTeam(team);
    }

    public RunFilter ofTeam(Team one) {
        return new RunFilter(Optional.of(one), experiment, phase, text);
    }

    public RunFilter experiment(String name) {
        return new RunFilter(team, Optional.of(name), phase, text);
    }

    public RunFilter phase(String name) {
        return new RunFilter(team, experiment, Optional.of(name), text);
    }

    public RunFilter text(String part) {
        return new RunFilter(team, experiment, phase, Optional.of(part));
    }
}
