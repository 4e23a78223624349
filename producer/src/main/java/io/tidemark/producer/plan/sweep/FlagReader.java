package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Empty;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlToJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads flags and their values from wherever they are written, and remembers every flag that it saw. */
final class FlagReader {
    private static final Pattern NAME = Pattern.compile("(--)?[A-Za-z0-9][A-Za-z0-9._-]*");

    private static final String NO_SECRET = "must be left out, because the plan is stored with the run and published";

    private final YamlProblems problems;
    private final Set<String> seen = new LinkedHashSet<>();

    FlagReader(YamlProblems problems) {
        this.problems = problems;
    }

    /** Canonical names of all flags that were read, also of those that are only ever left out. */
    Set<String> seen() {
        return seen;
    }

    /** The entries of a mapping by canonical name; a problem for each name that is none, is a secret's, or is given in two spellings. */
    Map<String, Entry> entries(Mapping mapping, String path) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        mapping.entries().forEach((key, entry) -> {
            String name = ServerFlag.canonicalName(key);
            String where = path + "." + key;
            if (!NAME.matcher(key).matches()) {
                problems.add(entry.origin(), where, "must be the name of a flag such as max-num-seqs");
            } else if (SecretNames.isKey(key) || SecretNames.isKey(name)) {
                problems.add(entry.origin(), where, NO_SECRET);
            } else if (entries.put(name, entry) != null) {
                problems.add(entry.origin(), where, "is given twice: " + name + " is the same flag");
            }
        });
        seen.addAll(entries.keySet());
        return entries;
    }

    /** One value for each flag. */
    Map<String, String> flags(Mapping mapping, String path) {
        Map<String, String> flags = new LinkedHashMap<>();
        entries(mapping, path)
                .forEach((name, entry) ->
                        value(entry.value(), path + "." + name).ifPresent(text -> flags.put(name, text)));
        return flags;
    }

    /** A list of values for each flag; a single value is a list of one. */
    Map<String, List<String>> lists(Mapping mapping, String path) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        entries(mapping, path).forEach((name, entry) -> lists.put(name, values(entry.value(), path + "." + name)));
        return lists;
    }

    /** The values of a list, each once. */
    List<String> values(YamlNode node, String path) {
        if (!(node instanceof Sequence list)) {
            return value(node, path).stream().toList();
        }
        if (list.items().isEmpty()) {
            problems.add(list.origin(), path, "must have at least one value");
        }
        List<String> values = new ArrayList<>();
        Set<String> unique = new HashSet<>();
        for (int i = 0; i < list.items().size(); i++) {
            YamlNode item = list.items().get(i);
            Optional<String> value = value(item, path + "[" + i + "]");
            value.ifPresent(values::add);
            if (value.isPresent() && !unique.add(ServerFlag.canonicalValue(value.get()))) {
                problems.add(
                        item.origin(), path + "[" + i + "]", "must be unique but " + value.get() + " is given twice");
            }
        }
        return values;
    }

    /** The text of a value; mappings and lists are JSON, as servers take them. */
    Optional<String> value(YamlNode node, String path) {
        if (node instanceof Empty
                || (node instanceof Scalar blank && blank.text().isBlank())) {
            problems.add(
                    node.origin(), path, "must have a value; " + ServerPlan.DEFAULT_VALUE + " leaves the flag out");
            return Optional.empty();
        }
        SecretNames.within(node, path).forEach(at -> problems.add(node.origin(), at, NO_SECRET));
        return Optional.of(node instanceof Scalar scalar ? scalar.text() : YamlToJson.toJson(node));
    }
}
