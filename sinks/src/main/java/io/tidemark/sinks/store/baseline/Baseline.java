package io.tidemark.sinks.store.baseline;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs of a team that later ones are compared with, by a name.
 *
 * @param name unique in the team
 * @param runs their ids, fixed when it was set: 1 to 1,000, each once
 * @param experiment of the runs, for display
 * @param phase of the runs, for display
 * @param by who set it
 * @param reason why these runs were chosen, in words; may be empty
 */
public record Baseline(
        Team team,
        String name,
        List<String> runs,
        String experiment,
        String phase,
        Instant setAt,
        String by,
        String reason) {
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

    /**
     * What a user gives for a new baseline.
     *
     * @param by who sets it
     * @param reason may be empty
     */
    public record Naming(String name, Instant setAt, String by, String reason) {}

    /** @param runs of the team, each once */
    public static Baseline of(Team team, List<RunRow> runs, Naming naming) {
        return new Baseline(
                team,
                naming.name(),
                runs.stream().map(run -> run.key().run()).toList(),
                distinct(runs, RunRow::experiment),
                distinct(runs, RunRow::phase),
                naming.setAt(),
                naming.by(),
                naming.reason());
    }

    private static String distinct(List<RunRow> runs, Function<RunRow, String> part) {
        return runs.stream().map(part).distinct().collect(Collectors.joining(", "));
    }

    /** What the record of a change says of it beside the reason. */
    public Map<String, String> details() {
        return Map.of("experiment", experiment, "phase", phase, "runs", String.join(", ", runs));
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
