package io.tidemark.producer.yaml;

/** One thing wrong with a plan: {@code plan.yaml:14  steps[2].rate must be > 0 requests per second but was -1}. */
public record YamlProblem(SourceLocation origin, String path, String rule) {
    @Override
    public String toString() {
        String subject = path.isEmpty() ? rule : path + " " + rule;
        return origin + "  " + subject;
    }
}
