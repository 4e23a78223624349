package io.tidemark.cluster.registry.access;

import java.util.Arrays;

/** What can be done with a subject, in the words of Kafka's authorizer. None implies another but {@link #ALL}, which implies all. */
public enum SubjectOperation {
    /** Look up, list, find by id, ask whether a schema would be compatible. */
    READ("Read"),
    /** Register a schema. */
    WRITE("Write"),
    /** Hide a version or a subject, or forget a hidden one. */
    DELETE("Delete"),
    /** Set or unset the compatibility level. */
    ALTER_CONFIGS("AlterConfigs"),
    ALL("All");

    private final String word;

    SubjectOperation(String word) {
        this.word = word;
    }

    /** As Kafka's tools write it. */
    public String word() {
        return word;
    }

    boolean implies(SubjectOperation other) {
        return this == ALL || this == other;
    }

    /** @throws IllegalArgumentException if there is none of this word */
    static SubjectOperation parse(String word) {
        return Arrays.stream(values())
                .filter(operation -> operation.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("an operation must be one of "
                        + Arrays.stream(values()).map(SubjectOperation::word).toList() + " but was \"" + word + "\""));
    }
}
