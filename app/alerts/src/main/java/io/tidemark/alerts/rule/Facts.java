package io.tidemark.alerts.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import io.tidemark.schemas.TeamLimit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the rules of a team remember between rounds and over restarts: JSON by key. Beyond the limits of a team, what changed longest ago is forgotten. Not
 * thread-safe.
 */
final class Facts {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** What changed last is last. */
    private final Map<String, String> contents = new LinkedHashMap<>();

    private final Map<String, Optional<String>> changed = new LinkedHashMap<>();
    private long characters;
    private long forgotten;

    Facts(Map<String, String> stored) {
        contents.putAll(stored);
        characters = contents.values().stream().mapToLong(String::length).sum();
    }

    <T> Optional<T> get(String key, Class<T> type) {
        return Optional.ofNullable(contents.get(key)).map(content -> read(key, content, type));
    }

    boolean has(String key) {
        return contents.containsKey(key);
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
            if (!content.equals(contents.get(key))) {
                drop(key);
                contents.put(key, content);
                characters += content.length();
                changed.put(key, Optional.of(content));
                forgetOldest();
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("fact " + key + " cannot be written as JSON", e);
        }
    }

    void remove(String key) {
        if (drop(key)) {
            changed.put(key, Optional.empty());
        }
    }

    private boolean drop(String key) {
        @Nullable String content = contents.remove(key);
        if (content == null) {
            return false;
        }
        characters -= content.length();
        return true;
    }

    private void forgetOldest() {
        while (contents.size() > TeamLimit.ALERT_FACTS.most() || characters > TeamLimit.ALERT_FACT_LENGTH.most()) {
            remove(contents.keySet().iterator().next());
            forgotten++;
        }
    }

    /** How many were forgotten since the last call because there were too many. */
    long takeForgotten() {
        long taken = forgotten;
        forgotten = 0;
        return taken;
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
