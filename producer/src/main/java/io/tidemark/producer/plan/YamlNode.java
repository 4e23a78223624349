package io.tidemark.producer.plan;

import java.util.List;
import java.util.Map;

/** A YAML value with the line it begins on, from 1. */
sealed interface YamlNode {
    int line();

    /** Keys in the order of the file, with the line of each key. */
    record Mapping(int line, Map<String, Entry> entries) implements YamlNode {}

    /** One key of a mapping. */
    record Entry(int line, YamlNode value) {}

    /** A list. */
    record Sequence(int line, List<YamlNode> items) implements YamlNode {}

    /**
     * A text, number or truth value as it was written.
     *
     * @param kind what YAML takes it for; where a type is expected, the text is parsed as that
     */
    record Scalar(int line, String text, ScalarKind kind) implements YamlNode {
        Scalar(int line, String text) {
            this(line, text, ScalarKind.TEXT);
        }
    }

    /** What YAML takes a single value for. */
    enum ScalarKind {
        TEXT,
        NUMBER,
        TRUTH
    }

    /** No value. */
    record Empty(int line) implements YamlNode {}
}
