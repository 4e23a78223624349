package io.tidemark.producer.yaml;

import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.YamlNode.Empty;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One mapping of a plan, or of another file read as strictly, being read: remembers which keys were asked for, so that the others are refused. */
public final class YamlSection {
    private final Mapping mapping;
    private final String path;
    private final ReadContext reading;
    private final YamlProblems problems;
    private final Set<String> known = new HashSet<>();

    public YamlSection(Mapping mapping, String path, ReadContext reading) {
        this.mapping = mapping;
        this.path = path;
        this.reading = reading;
        this.problems = reading.problems();
    }

    /** Where problems of all that is read together go. */
    public YamlProblems problems() {
        return problems;
    }

    public boolean has(String key) {
        know(key);
        return value(key) != null;
    }

    /** The value, or empty when the key is absent or its value was refused. */
    public <T> Optional<T> optional(String key, ValueType<T> type) {
        return scalar(key).flatMap(scalar -> parse(scalar, at(key), type));
    }

    /** The value; a problem when it is absent, and the stand-in lets reading go on. */
    public <T> T required(String key, ValueType<T> type, T standIn) {
        if (!has(key)) {
            problems.add(mapping.origin(), at(key), "is required");
        }
        return optional(key, type).orElse(standIn);
    }

    /** A nested mapping; empty when absent. */
    public Optional<YamlSection> section(String key) {
        know(key);
        YamlNode node = value(key);
        if (node == null) {
            return Optional.empty();
        }
        return asMapping(node, at(key)).map(nested -> new YamlSection(nested, at(key), reading));
    }

    /** A mapping without keys at a key's place: what is read from it is missing. */
    public YamlSection emptySection(String key) {
        return new YamlSection(new Mapping(mapping.origin(), Map.of()), at(key), reading);
    }

    /** The mappings of a list. */
    public List<YamlSection> sections(String key) {
        List<YamlSection> sections = new ArrayList<>();
        List<YamlNode> items = items(key);
        for (int i = 0; i < items.size(); i++) {
            String itemPath = at(key) + "[" + i + "]";
            asMapping(items.get(i), itemPath)
                    .ifPresent(nested -> sections.add(new YamlSection(nested, itemPath, reading)));
        }
        return sections;
    }

    /** The values of a list of scalars. */
    public <T> List<T> list(String key, ValueType<T> type) {
        List<T> values = new ArrayList<>();
        List<YamlNode> items = items(key);
        for (int i = 0; i < items.size(); i++) {
            String itemPath = at(key) + "[" + i + "]";
            asScalar(items.get(i), itemPath)
                    .flatMap(scalar -> parse(scalar, itemPath, type))
                    .ifPresent(values::add);
        }
        return values;
    }

    /** The value of a key that may have one or a list of them. */
    public <T> List<T> oneOrMore(String key, ValueType<T> type) {
        return value(key) instanceof Sequence
                ? list(key, type)
                : optional(key, type).stream().toList();
    }

    /** A mapping of free keys to whatever they have; empty when absent. */
    public Optional<Mapping> tree(String key) {
        know(key);
        YamlNode node = value(key);
        return node == null ? Optional.empty() : asMapping(node, at(key));
    }

    /** Whether the key has an empty list. */
    public boolean isEmptyList(String key) {
        return value(key) instanceof Sequence sequence && sequence.items().isEmpty();
    }

    /** Whether the key has a mapping, not a single value. */
    public boolean isMapping(String key) {
        return value(key) instanceof Mapping;
    }

    /** Whether the key has a list, not a single value. */
    public boolean isList(String key) {
        return value(key) instanceof Sequence;
    }

    /** The keys there are. */
    public Set<String> keys() {
        return mapping.entries().keySet();
    }

    /** A mapping of free keys to texts. */
    public Map<String, String> texts(String key) {
        know(key);
        Map<String, String> texts = new LinkedHashMap<>();
        YamlNode node = value(key);
        if (node == null) {
            return texts;
        }
        asMapping(node, at(key))
                .ifPresent(nested -> nested.entries()
                        .forEach((name, entry) -> asScalar(entry.value(), at(key) + "." + name)
                                .ifPresent(scalar -> texts.put(name, scalar.text()))));
        return texts;
    }

    /** Reports every unknown key. */
    public void refuseUnknownKeys() {
        mapping.entries().forEach((key, entry) -> {
            if (!known.contains(key)) {
                problems.add(entry.origin(), at(key), "is not a known key" + Suggestion.clause(key, known));
            }
        });
    }

    /** Reports a rule that a key's value breaks together with others. */
    public void refuse(String key, String rule) {
        Entry entry = mapping.entries().get(key);
        problems.add(entry == null ? mapping.origin() : entry.origin(), at(key), rule);
    }

    /** Reports a rule that this mapping as a whole breaks. */
    public void refuse(String rule) {
        problems.add(mapping.origin(), path, rule);
    }

    private void know(String key) {
        known.add(key);
        reading.keys().note(path, key);
    }

    private List<YamlNode> items(String key) {
        know(key);
        YamlNode node = value(key);
        if (node == null) {
            return List.of();
        }
        if (node instanceof Sequence sequence) {
            return sequence.items();
        }
        problems.add(node.origin(), at(key), "must be a list");
        return List.of();
    }

    private Optional<Scalar> scalar(String key) {
        know(key);
        YamlNode node = value(key);
        return node == null ? Optional.empty() : asScalar(node, at(key));
    }

    private <T> Optional<T> parse(Scalar scalar, String where, ValueType<T> type) {
        try {
            return Optional.of(type.parse(scalar.text()));
        } catch (InvalidValueException e) {
            problems.add(scalar.origin(), where, e.getMessage() + (e.isQuotable() ? " but was " + scalar.text() : ""));
            return Optional.empty();
        }
    }

    private Optional<Scalar> asScalar(YamlNode node, String where) {
        if (node instanceof Scalar scalar) {
            return Optional.of(scalar);
        }
        problems.add(node.origin(), where, "must be a single value");
        return Optional.empty();
    }

    private Optional<Mapping> asMapping(YamlNode node, String where) {
        if (node instanceof Mapping nested) {
            return Optional.of(nested);
        }
        problems.add(node.origin(), where, "must be a mapping");
        return Optional.empty();
    }

    private @Nullable YamlNode value(String key) {
        Entry entry = mapping.entries().get(key);
        return entry == null || entry.value() instanceof Empty ? null : entry.value();
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
