package io.tidemark.reports.compare;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds a baseline that a person names, written {@code @NAME} where it stands beside phases and run ids. */
public final class BaselineSelector {
    /** What a side begins with that is a baseline. */
    public static final String MARK = "@";

    private final ResultReader results;
    private final Optional<Team> team;

    /** @param team whose baselines are looked at; all teams' if empty */
    public BaselineSelector(ResultReader results, Optional<Team> team) {
        this.results = results;
        this.team = team;
    }

    /**
     * The baseline of that name.
     *
     * @throws InvalidInputException naming what there is where none, or more than one team, has it, or the rule that no name like it can keep
     */
    public Baseline named(String name) {
        try {
            Baseline.requireName(name);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
        List<Baseline> all = results.baselines().stream()
                .filter(one -> team.map(one.team()::equals).orElse(true))
                .toList();
        List<Baseline> found =
                all.stream().filter(one -> one.name().equals(name)).toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        if (found.isEmpty()) {
            throw new InvalidInputException(
                    team.map(one -> "team " + one).orElse("the store") + " has no baseline \"" + name + "\"; it has: "
                            + (all.isEmpty() ? "none (tidemark baseline set makes one)" : description(all)));
        }
        throw new InvalidInputException(
                "several teams have a baseline \"" + name + "\": " + description(found) + "; choose one with --team");
    }

    private static String description(List<Baseline> baselines) {
        return baselines.stream()
                .map(one -> one.name() + " of team " + one.team())
                .collect(Collectors.joining(", "));
    }
}
