package io.tidemark.producer.yaml;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The keys that the reader of plans asked for, by the path of the mapping that has them: the source of the schema for editors. */
public final class KnownKeys {
    private final Map<String, Set<String>> byPath = new TreeMap<>();

    /** @param path with numbers of items, e.g. {@code steps[2]}; they are left out: {@code steps[]} */
    void note(String path, String key) {
        byPath.computeIfAbsent(path.replaceAll("\\[\\d+]", "[]"), unseen -> new TreeSet<>())
                .add(key);
    }

    /** By path: {@code ""} for the plan, {@code "steps[]"} for its steps. */
    public Map<String, Set<String>> byPath() {
        return Map.copyOf(byPath);
    }
}
