package io.tidemark.analysis.compare;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One side of a comparison: repeats of the same thing.
 *
 * @param name as reports print it: a phase, a run, a file
 */
public record Side(String name, List<RunFigures> runs) {
    public Side {
        runs = List.copyOf(runs);
        Set<String> seen = new HashSet<>();
        for (RunFigures run : runs) {
            if (!seen.add(run.run())) {
                throw new IllegalArgumentException("side \"" + name + "\" holds run " + run.run() + " twice");
            }
        }
    }

    Set<Question> questions() {
        Set<Question> questions = new TreeSet<>();
        runs.forEach(run -> run.figures().forEach(figure -> questions.add(figure.question())));
        return questions;
    }
}
