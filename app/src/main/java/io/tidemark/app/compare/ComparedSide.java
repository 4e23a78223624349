package io.tidemark.app.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs of one thing, compared with others.
 *
 * @param name as reports print it: a phase, or what the runs were named by
 * @param runs that count, in order of their start
 * @param leftOut why others do not, in sentences
 * @param invalid ids of runs that are INVALID
 */
public record ComparedSide(String name, List<ComparedRun> runs, List<String> leftOut, List<String> invalid) {
    private static final int MOST_FLAGS = 4;

    public ComparedSide {
        runs = List.copyOf(runs);
        leftOut = List.copyOf(leftOut);
        invalid = List.copyOf(invalid);
    }

    /** What must be known of its figures before they are believed, in sentences; {@link ImportedSides} tells what imports lack. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>(leftOut);
        runs.forEach(
                run -> run.flagMismatches().forEach(words -> doubts.add(name + ", run " + run.id() + ": " + words)));
        List<String> flags = runs.stream()
                .flatMap(run -> run.steps().stream()
                        .flatMap(step -> step.flags().stream()
                                .map(flag -> name + " at " + step.load().words() + ", run " + run.id() + ": " + flag)))
                .toList();
        doubts.addAll(flags.subList(0, Math.min(MOST_FLAGS, flags.size())));
        if (flags.size() > MOST_FLAGS) {
            doubts.add(
                    name + ": " + (flags.size() - MOST_FLAGS) + " more flags of steps, which the runs' reports show");
        }
        return doubts;
    }

    Stream<ComparedStep> steps() {
        return runs.stream().flatMap(run -> run.steps().stream());
    }

    /** Steps of all runs at one load. */
    List<ComparedStep> stepsAt(LoadLevel load) {
        return steps().filter(step -> step.load().equals(load)).toList();
    }

    /** Loads in order. */
    List<LoadLevel> loads() {
        return steps().map(ComparedStep::load).distinct().sorted().toList();
    }
}
