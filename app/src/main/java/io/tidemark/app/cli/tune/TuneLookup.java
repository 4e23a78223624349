package io.tidemark.app.cli.tune;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the tunes of a store that a command line names. */
final class TuneLookup {
    private static final int MAX_NAMED = 5;

    private TuneLookup() {}

    /** Newest first. */
    static List<TuneRow> of(ResultReader results, Optional<Team> team) {
        return results.tunes().stream()
                .filter(tune -> team.map(tune.team()::equals).orElse(true))
                .toList();
    }

    /**
     * The tune of that id, or the newest.
     *
     * @throws InvalidInputException naming what there is where there is none, or where several teams have it
     */
    static TuneRow one(ResultReader results, Optional<Team> team, Optional<String> id) {
        List<TuneRow> all = of(results, team);
        List<TuneRow> found = all.stream()
                .filter(tune -> id.map(tune.tune()::equals).orElse(true))
                .toList();
        if (found.isEmpty()) {
            String where = team.map(one -> "team " + one).orElse("the store");
            throw new InvalidInputException(
                    all.isEmpty()
                            ? where + " has no tune; tidemark tune PLAN makes one"
                            : where + " has no tune \"" + id.orElse("") + "\"; its newest are: " + newest(all));
        }
        if (id.isPresent() && found.size() > 1) {
            throw new InvalidInputException("several teams have a tune \"" + id.get() + "\": "
                    + found.stream().map(tune -> tune.team().name()).collect(Collectors.joining(", "))
                    + "; choose one with --team");
        }
        return found.get(0);
    }

    private static String newest(List<TuneRow> all) {
        return all.stream()
                .limit(MAX_NAMED)
                .map(tune -> tune.tune() + " (" + tune.experiment() + ")")
                .collect(Collectors.joining(", "));
    }
}
