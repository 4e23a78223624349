package io.tidemark.analysis.measure;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One side of a comparison: repeats of the same thing.
 *
 * @param name as reports print it: a phase, a run, a file
 */
public record ComparisonSide(String name, List<RunMeasurements> runs) {
    public ComparisonSide {
        runs = List.copyOf(runs);
        Set<String> seen = new HashSet<>();
        for (RunMeasurements run : runs) {
            if (!seen.add(run.run())) {
                throw new IllegalArgumentException("side \"" + name + "\" holds run " + run.run() + " twice");
            }
        }
    }

    Set<MeasureAtLoad> questions() {
        Set<MeasureAtLoad> questions = new TreeSet<>();
        runs.forEach(run -> run.figures().forEach(figure -> questions.add(figure.question())));
        return questions;
    }
}
