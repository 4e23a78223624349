package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A parameter file of {@code vllm bench sweep}: a list of objects, or names with an object each. {@code _benchmark_name} names an object
 * (vllm/benchmarks/sweep/param_sweep.py, {@code ParameterSweep}).
 */
final class ParameterFile {
    private static final String NAME = "_benchmark_name";

    private final String file;
    private final YamlProblems problems;

    /**
     * One object of the file.
     *
     * @param path its place, for messages
     * @param values without its name
     */
    record Item(SourceLocation origin, String path, Optional<String> name, Mapping values) {}

    private ParameterFile(String file, YamlProblems problems) {
        this.file = file;
        this.problems = problems;
    }

    /** The objects of the file, in its order; problems name the file. */
    static List<Item> read(Path file, YamlProblems problems) {
        // JSON may be indented by tabs, YAML may not; within texts JSON has none.
        String text = StrictYamlFile.readText(file).replace('\t', ' ');
        return new ParameterFile(file.getFileName().toString(), problems)
                .items(YamlReader.root(text, file.toString(), problems));
    }

    private List<Item> items(YamlNode root) {
        List<Item> items = new ArrayList<>();
        if (root instanceof Mapping byName) {
            byName.entries()
                    .forEach((name, entry) ->
                            item(entry.value(), "." + name, Optional.of(name)).ifPresent(items::add));
        } else if (root instanceof Sequence list) {
            for (int i = 0; i < list.items().size(); i++) {
                item(list.items().get(i), "[" + i + "]", Optional.empty()).ifPresent(items::add);
            }
        }
        if (items.isEmpty()) {
            problems.add(
                    root.origin(), file, "must be a list of objects, or names with an object each, and not be empty");
        }
        refuseSameNames(items);
        return items;
    }

    private Optional<Item> item(YamlNode node, String place, Optional<String> key) {
        if (!(node instanceof Mapping object)) {
            problems.add(node.origin(), file + place, "must be an object of parameters");
            return Optional.empty();
        }
        Map<String, Entry> values = new LinkedHashMap<>(object.entries());
        Entry own = values.remove(NAME);
        Optional<String> name = own != null && own.value() instanceof Scalar text ? Optional.of(text.text()) : key;
        // A phase's name has no '/', and a comma separates phases on command lines.
        Optional<String> usable = name.map(text -> text.strip().replaceAll("[/,\\s]+", "-"));
        if (usable.filter(text -> text.isEmpty() || text.length() > 100).isPresent()) {
            problems.add(object.origin(), file + place, NAME + " must be 1 to 100 characters");
        }
        return Optional.of(new Item(object.origin(), file + place, usable, new Mapping(object.origin(), values)));
    }

    private void refuseSameNames(List<Item> items) {
        Set<String> names = new HashSet<>();
        for (Item item : items) {
            item.name()
                    .filter(name -> !names.add(name))
                    .ifPresent(name -> problems.add(
                            item.origin(), item.path(), NAME + " must be unique but " + name + " is given twice"));
        }
    }
}
