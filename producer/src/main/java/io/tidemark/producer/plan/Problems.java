package io.tidemark.producer.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one plan, so that all of it is told at once. */
final class Problems {
    private final List<PlanProblem> found = new ArrayList<>();

    /** Tells it once: what all steps share is read once for each. */
    void add(Origin origin, String path, String rule) {
        PlanProblem problem = new PlanProblem(origin, path, rule);
        if (!found.contains(problem)) {
            found.add(problem);
        }
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            found.sort(Comparator.comparingInt(problem -> problem.origin().line()));
            throw new InvalidPlanException(found);
        }
    }
}
