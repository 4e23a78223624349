package io.tidemark.app.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The keys that a JSON Schema lets each mapping have, by its path: {@code ""} for the root, {@code "steps[]"} for items of steps. */
final class SchemaKeys {
    private final JsonNode root;
    private final Map<String, Set<String>> byPath = new TreeMap<>();

    private SchemaKeys(JsonNode root) {
        this.root = root;
    }

    static Map<String, Set<String>> of(JsonNode schema, Set<String> leftOut) {
        SchemaKeys keys = new SchemaKeys(schema);
        keys.mapping("", schema, leftOut);
        return keys.byPath;
    }

    private void mapping(String path, JsonNode schema, Set<String> leftOut) {
        schema.path("properties").properties().forEach(property -> {
            if (!leftOut.contains(property.getKey())) {
                byPath.computeIfAbsent(path, unseen -> new TreeSet<>()).add(property.getKey());
                value(path.isEmpty() ? property.getKey() : path + "." + property.getKey(), property.getValue());
            }
        });
    }

    private void value(String path, JsonNode schema) {
        mapping(path, schema, Set.of());
        if (schema.has("$ref")) {
            value(path, root.at(schema.get("$ref").asText().substring(1)));
        }
        if (schema.has("items")) {
            value(path + "[]", schema.get("items"));
        }
        schema.path("anyOf").forEach(alternative -> value(path, alternative));
    }
}
