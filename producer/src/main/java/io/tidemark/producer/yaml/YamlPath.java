package io.tidemark.producer.yaml;

import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.YamlNode.Empty;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a plan: keys after dots, numbers of items from 0 or {@code *} for all in brackets, a key with dots in double quotes:
 * {@code steps[1].rate}, {@code steps[*].requests}, {@code labels."a.b"}.
 */
public record YamlPath(List<Part> parts) {
    private static final Pattern PART =
            Pattern.compile("\\G(?:(?<dot>^|\\.)(?:\"(?<quoted>[^\"]+)\"|(?<key>[^.\\[\\]\"=]+))"
                    + "|\\[(?:(?<item>\\d{1,6})|(?<all>\\*))])");

    /** One step down the tree. */
    sealed interface Part {}

    private record Key(String name) implements Part {}

    private record Item(int index) implements Part {}

    private record EveryItem() implements Part {}

    /** @throws RuleBroken if it is none */
    public static YamlPath parse(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(text);
        int end = 0;
        while (matcher.find()) {
            parts.add(part(matcher));
            end = matcher.end();
        }
        if (end < text.length() || parts.isEmpty() || !(parts.get(0) instanceof Key)) {
            throw new InvalidValueException("must be a path such as steps[1].rate or steps[*].requests");
        }
        return new YamlPath(parts);
    }

    private static Part part(Matcher matcher) {
        if (matcher.group("item") != null) {
            return new Item(Integer.parseInt(matcher.group("item")));
        }
        if (matcher.group("all") != null) {
            return new EveryItem();
        }
        return new Key(matcher.group("quoted") == null ? matcher.group("key") : matcher.group("quoted"));
    }

    /**
     * The tree with that value there; mappings and lists that are missing on the way are made.
     *
     * @throws RuleBroken if something on the way is not a mapping or a list, or an item would leave a gap before it
     */
    public Mapping setValue(Mapping root, YamlNode value) {
        return (Mapping) setValue(Optional.of(root), parts, value);
    }

    private static YamlNode setValue(Optional<YamlNode> given, List<Part> path, YamlNode value) {
        if (path.isEmpty()) {
            return value;
        }
        Optional<YamlNode> node = given.filter(there -> !(there instanceof Empty));
        List<Part> rest = path.subList(1, path.size());
        return path.get(0) instanceof Key key ? inMapping(node, key.name(), rest, value) : inList(node, path, value);
    }

    private static Mapping inMapping(Optional<YamlNode> node, String key, List<Part> rest, YamlNode value) {
        YamlNode there = node.orElseGet(() -> new Mapping(value.origin(), Map.of()));
        if (!(there instanceof Mapping mapping)) {
            throw new InvalidValueException("cannot be set: the parent of \"" + key + "\" is not a mapping");
        }
        Map<String, Entry> entries = new LinkedHashMap<>(mapping.entries());
        Optional<Entry> below = Optional.ofNullable(entries.get(key));
        SourceLocation origin =
                below.filter(entry -> !rest.isEmpty()).map(Entry::origin).orElse(value.origin());
        entries.put(key, new Entry(origin, setValue(below.map(Entry::value), rest, value)));
        return new Mapping(mapping.origin(), entries);
    }

    private static Sequence inList(Optional<YamlNode> node, List<Part> path, YamlNode value) {
        YamlNode there = node.orElseGet(() -> new Sequence(value.origin(), List.of()));
        if (!(there instanceof Sequence list)) {
            throw new InvalidValueException("cannot be set: an index needs a list");
        }
        List<Part> rest = path.subList(1, path.size());
        List<YamlNode> items = new ArrayList<>(list.items());
        if (path.get(0) instanceof Item item) {
            put(items, item.index(), setValue(at(items, item.index()), rest, value));
        } else {
            items.replaceAll(each -> setValue(Optional.of(each), rest, value));
        }
        return new Sequence(list.origin(), items);
    }

    private static Optional<YamlNode> at(List<YamlNode> items, int index) {
        if (index > items.size()) {
            throw new InvalidValueException(
                    "cannot be set: there is no item " + index + " and only " + items.size() + " before it");
        }
        return index == items.size() ? Optional.empty() : Optional.of(items.get(index));
    }

    private static void put(List<YamlNode> items, int index, YamlNode value) {
        if (index == items.size()) {
            items.add(value);
            return;
        }
        items.set(index, value);
    }
}
