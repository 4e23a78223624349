package io.tidemark.producer.yaml;

import java.util.List;
import java.util.stream.Collectors;

/** A plan that must not be run; its message lists every problem, one per line. */
public final class InvalidYamlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<YamlProblem> problems;

    InvalidYamlException(List<YamlProblem> problems) {
        super(problems.stream().map(YamlProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of the file's lines. */
    public List<YamlProblem> problems() {
        return problems;
    }
}
