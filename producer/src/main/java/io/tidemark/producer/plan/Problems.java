package io.tidemark.producer.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file, so that all of it is told at once. */
final class Problems {
    private final String file;
    private final List<PlanProblem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    /** Tells it once: what all steps share is read once for each. */
    void add(int line, String path, String rule) {
        PlanProblem problem = new PlanProblem(file, line, path, rule);
        if (!found.contains(problem)) {
            found.add(problem);
        }
    }

    boolean none() {
        return found.isEmpty();
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            found.sort(Comparator.comparingInt(PlanProblem::line));
            throw new InvalidPlanException(found);
        }
    }
}
