package io.tidemark.alerts.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the rules of a team remember between rounds and over restarts: JSON by key. Not thread-safe. */
final class Facts {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final Map<String, String> contents;
    private final Map<String, Optional<String>> changed = new LinkedHashMap<>();

    Facts(Map<String, String> stored) {
        this.contents = new HashMap<>(stored);
    }

    <T> Optional<T> get(String key, Class<T> type) {
        return Optional.ofNullable(contents.get(key)).map(content -> read(key, content, type));
    }

    /** All whose key begins with a prefix. */
    <T> List<T> all(String prefix, Class<T> type) {
        return contents.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(prefix))
                .map(fact -> read(fact.getKey(), fact.getValue(), type))
                .toList();
    }

    void put(String key, Object fact) {
        try {
            String content = JSON.writeValueAsString(fact);
            if (!content.equals(contents.put(key, content))) {
                changed.put(key, Optional.of(content));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("fact " + key + " cannot be written as JSON", e);
        }
    }

    void remove(String key) {
        if (contents.remove(key) != null) {
            changed.put(key, Optional.empty());
        }
    }

    /** What changed since the last call. */
    ImmutableMap<String, Optional<String>> takeChanges() {
        ImmutableMap<String, Optional<String>> taken = ImmutableMap.copyOf(changed);
        changed.clear();
        return taken;
    }

    private static <T> T read(String key, String content, Class<T> type) {
        try {
            return JSON.readValue(content, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "fact " + key + " in the store is not readable: " + e.getOriginalMessage(), e);
        }
    }
}
