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
 * What the rules of a team remember between rounds and over restarts, by key: immutable objects, stored as JSON. Beyond the limits of a team, what
 * changed longest ago is forgotten. Not thread-safe.
 */
final class Facts {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** What changed last is last. */
    private final Map<String, Fact> facts = new LinkedHashMap<>();

    private final Map<String, Optional<String>> changed = new LinkedHashMap<>();
    private long characters;
    private long forgotten;

    /** @param length of its JSON, in characters */
    private record Fact(Object value, int length) {}

    /** A stored fact that was not read yet. */
    private record Json(String text) {}

    Facts(Map<String, String> stored) {
        stored.forEach((key, content) -> hold(key, new Fact(new Json(content), content.length())));
    }

    <T> Optional<T> get(String key, Class<T> type) {
        return Optional.ofNullable(facts.get(key)).map(fact -> value(key, fact, type));
    }

    private <T> T value(String key, Fact fact, Class<T> type) {
        if (!(fact.value() instanceof Json json)) {
            return type.cast(fact.value());
        }
        T value = read(key, json.text(), type);
        facts.replace(key, new Fact(value, fact.length()));
        return value;
    }

    boolean has(String key) {
        return facts.containsKey(key);
    }

    /** All whose key begins with a prefix. */
    <T> List<T> all(String prefix, Class<T> type) {
        return facts.entrySet().stream()
                .filter(fact -> fact.getKey().startsWith(prefix))
                .map(fact -> value(fact.getKey(), fact.getValue(), type))
                .toList();
    }

    void put(String key, Object value) {
        @Nullable Fact before = facts.get(key);
        if (before != null && before.value().equals(value)) {
            return;
        }
        String content = write(key, value);
        if (before != null && before.value().equals(new Json(content))) {
            return;
        }
        drop(key);
        hold(key, new Fact(value, content.length()));
        changed.put(key, Optional.of(content));
        forgetOldest();
    }

    private void hold(String key, Fact fact) {
        facts.put(key, fact);
        characters += fact.length();
    }

    void remove(String key) {
        if (drop(key)) {
            changed.put(key, Optional.empty());
        }
    }

    private boolean drop(String key) {
        @Nullable Fact fact = facts.remove(key);
        if (fact == null) {
            return false;
        }
        characters -= fact.length();
        return true;
    }

    private void forgetOldest() {
        while (facts.size() > TeamLimit.ALERT_FACTS.most() || characters > TeamLimit.ALERT_FACT_LENGTH.most()) {
            remove(facts.keySet().iterator().next());
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

    private static String write(String key, Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("fact " + key + " cannot be written as JSON", e);
        }
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
