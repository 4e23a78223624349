package io.tidemark.app.compare;

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
    public ComparedSide {
        runs = List.copyOf(runs);
        leftOut = List.copyOf(leftOut);
        invalid = List.copyOf(invalid);
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
