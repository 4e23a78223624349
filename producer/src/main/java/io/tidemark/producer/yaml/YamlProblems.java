package io.tidemark.producer.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the problems of one file, so that all of them are reported at once. */
public final class YamlProblems {
    private final List<YamlProblem> found = new ArrayList<>();

    /** Adds a problem once: what all steps share is read once for each of them. */
    public void add(SourceLocation origin, String path, String rule) {
        YamlProblem problem = new YamlProblem(origin, path, rule);
        if (!found.contains(problem)) {
            found.add(problem);
        }
    }

    /** Whether nothing is wrong so far. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    public void throwIfAny() {
        if (!found.isEmpty()) {
            found.sort(Comparator.comparingInt(problem -> problem.origin().line()));
            throw new InvalidYamlException(found);
        }
    }
}
