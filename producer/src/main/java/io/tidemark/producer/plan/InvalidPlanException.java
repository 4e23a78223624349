package io.tidemark.producer.plan;

import java.util.List;
import java.util.stream.Collectors;

/** A plan that must not be run; its message lists every problem, one per line. */
public final class InvalidPlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<PlanProblem> problems;

    InvalidPlanException(List<PlanProblem> problems) {
        super(problems.stream().map(PlanProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of the file's lines. */
    public List<PlanProblem> problems() {
        return problems;
    }
}
