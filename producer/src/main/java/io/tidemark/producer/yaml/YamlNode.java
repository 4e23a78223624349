package io.tidemark.producer.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A YAML value with where it was written. */
public sealed interface YamlNode {
    SourceLocation origin();

    /** Keys in the order of the file, with the origin of each key. */
    record Mapping(SourceLocation origin, Map<String, Entry> entries) implements YamlNode {
        /** The mapping that a key has; empty where it has something else, or is not there. */
        public Optional<Mapping> section(String key) {
            Entry entry = entries.get(key);
            return entry != null && entry.value() instanceof Mapping section ? Optional.of(section) : Optional.empty();
        }
    }

    /** One key of a mapping. */
    record Entry(SourceLocation origin, YamlNode value) {}

    /** A list. */
    record Sequence(SourceLocation origin, List<YamlNode> items) implements YamlNode {}

    /**
     * A text, number or truth value as it was written.
     *
     * @param kind what YAML takes it for; where a type is expected, the text is parsed as that
     */
    record Scalar(SourceLocation origin, String text, ScalarKind kind) implements YamlNode {
        public Scalar(SourceLocation origin, String text) {
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
    record Empty(SourceLocation origin) implements YamlNode {}
}
