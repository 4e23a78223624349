package io.tidemark.reports.compare;

import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.MeasuredStep;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs of one thing, compared with others.
 *
 * @param name as reports print it: a phase, or what the runs were named by
 * @param runs that count, in order of their start
 * @param excluded why others do not, in sentences
 * @param invalid ids of runs that are INVALID
 */
public record ComparedSide(String name, List<MeasuredRun> runs, List<String> excluded, List<String> invalid) {
    private static final int MAX_FLAGS = 4;

    public ComparedSide {
        runs = List.copyOf(runs);
        excluded = List.copyOf(excluded);
        invalid = List.copyOf(invalid);
    }

    /** The same under another name. */
    public ComparedSide named(String other) {
        return new ComparedSide(other, runs, excluded, invalid);
    }

    /** What must be known of its figures before they are believed, in sentences; {@code SideCaveats} lists what imports lack. */
    public List<String> caveats() {
        List<String> doubts = new ArrayList<>(excluded);
        runs.forEach(run -> run.flagMismatches()
                .forEach(description -> doubts.add(name + ", run " + run.id() + ": " + description)));
        List<String> flags = runs.stream()
                .flatMap(run -> run.steps().stream()
                        .flatMap(step -> step.flags().stream()
                                .map(flag -> name + " at " + step.load().format() + ", run " + run.id() + ": " + flag)))
                .toList();
        doubts.addAll(flags.subList(0, Math.min(MAX_FLAGS, flags.size())));
        if (flags.size() > MAX_FLAGS) {
            doubts.add(name + ": " + (flags.size() - MAX_FLAGS) + " more flags of steps, which the runs' reports show");
        }
        return doubts;
    }

    public Stream<MeasuredStep> steps() {
        return runs.stream().flatMap(run -> run.steps().stream());
    }

    /** Steps of all runs at one load. */
    public List<MeasuredStep> stepsAt(LoadLevel load) {
        return steps().filter(step -> step.load().equals(load)).toList();
    }

    /** Loads in order. */
    public List<LoadLevel> loads() {
        return steps().map(MeasuredStep::load).distinct().sorted().toList();
    }
}
