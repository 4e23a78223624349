package io.tidemark.producer.plan;

import java.util.List;
import java.util.Map;

/** A YAML value with where it was written. */
sealed interface YamlNode {
    Origin origin();

    /** Keys in the order of the file, with the origin of each key. */
    record Mapping(Origin origin, Map<String, Entry> entries) implements YamlNode {}

    /** One key of a mapping. */
    record Entry(Origin origin, YamlNode value) {}

    /** A list. */
    record Sequence(Origin origin, List<YamlNode> items) implements YamlNode {}

    /**
     * A text, number or truth value as it was written.
     *
     * @param kind what YAML takes it for; where a type is expected, the text is parsed as that
     */
    record Scalar(Origin origin, String text, ScalarKind kind) implements YamlNode {
        Scalar(Origin origin, String text) {
            this(origin, text, ScalarKind.TEXT);
        }
    }

    /** What YAML takes a single value for. */
    enum ScalarKind {
        TEXT,
        NUMBER,
        TRUTH
    }

    /** No value. */
    record Empty(Origin origin) implements YamlNode {}
}
