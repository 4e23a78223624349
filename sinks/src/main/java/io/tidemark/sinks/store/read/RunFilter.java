package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Optional;

/**
 * Which runs: each empty part lets all through.
 *
 * @param text part of the run's id, of its experiment or of its phase, in any case
 * @param from when they started at the earliest
 * @param until when they started at the latest
 */
public record RunFilter(
        Optional<Team> team,
        Optional<String> experiment,
        Optional<String> phase,
        Optional<String> text,
        Optional<Instant> from,
        Optional<Instant> until) {
    private static final RunFilter ALL = new RunFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public static RunFilter all() {
        return ALL;
    }

    public static RunFilter team(Team team) {
        return ALL.ofTeam(team);
    }

    public RunFilter ofTeam(Team one) {
        return new RunFilter(Optional.of(one), experiment, phase, text, from, until);
    }

    public RunFilter experiment(String name) {
        return new RunFilter(team, Optional.of(name), phase, text, from, until);
    }

    public RunFilter phase(String name) {
        return new RunFilter(team, experiment, Optional.of(name), text, from, until);
    }

    public RunFilter text(String part) {
        return new RunFilter(team, experiment, phase, Optional.of(part), from, until);
    }

    public RunFilter started(Optional<Instant> earliest, Optional<Instant> latest) {
        return new RunFilter(team, experiment, phase, text, earliest, latest);
    }
}
