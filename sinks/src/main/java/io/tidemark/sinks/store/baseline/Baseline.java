package io.tidemark.sinks.store.baseline;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs of a team that later ones are compared with, by a name.
 *
 * @param name unique in the team
 * @param runs their ids, fixed when it was set: 1 to 1,000, each once
 * @param experiment of the runs, for display
 * @param phase of the runs, for display
 * @param by who set it
 * @param why in words, for whoever asks why these; may be empty
 */
public record Baseline(
        Team team,
        String name,
        List<String> runs,
        String experiment,
        String phase,
        Instant setAt,
        String by,
        String why) {
    public static final int MAX_RUNS = 1_000;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    public Baseline {
        requireName(name);
        runs = List.copyOf(runs);
        if (runs.isEmpty() || runs.size() > MAX_RUNS) {
            throw new IllegalArgumentException(
                    "baseline " + name + " must have 1 to " + MAX_RUNS + " runs but had " + runs.size());
        }
        if (new HashSet<>(runs).size() < runs.size()) {
            throw new IllegalArgumentException("baseline " + name + " must name each run once but was " + runs);
        }
    }

    /** @throws IllegalArgumentException if no baseline can have this name */
    public static String requireName(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "the name of a baseline must be as " + NAME + " but was \"" + name + "\"");
        }
        return name;
    }

    /** Whether a baseline can have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Whether the run is one of its runs. */
    public boolean names(RunKey run) {
        return run.team().equals(team) && runs.contains(run.run());
    }
}
