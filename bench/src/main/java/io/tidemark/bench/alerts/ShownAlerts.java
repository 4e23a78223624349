package io.tidemark.bench.alerts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Which breaches an Alertmanager shows as active, and when each was first and last seen to be so. Not thread-safe. */
final class ShownAlerts {
    private final JsonMapper json = new JsonMapper();
    private final Supplier<String> alerts;
    private final InstantSource clock;
    private final Map<Key, Instant> shown = new HashMap<>();
    private final Map<Key, Instant> gone = new HashMap<>();
    private Set<Key> active = Set.of();

    /** A breach, as both sides name it: its objective and the time since when that was broken. */
    record Key(String objective, Instant opened) {}

    /** @param alerts the answer of {@code GET /api/v2/alerts} */
    ShownAlerts(Supplier<String> alerts, InstantSource clock) {
        this.alerts = alerts;
        this.clock = clock;
    }

    /** Asks once, and gives what is active; an alert counts from when the answer was there. */
    Set<Key> look() {
        Set<Key> now = parse(alerts.get());
        Instant at = clock.instant();
        now.forEach(key -> shown.putIfAbsent(key, at));
        active.stream().filter(key -> !now.contains(key)).forEach(key -> gone.putIfAbsent(key, at));
        active = now;
        return active;
    }

    private Set<Key> parse(String answer) {
        try {
            Set<Key> keys = new HashSet<>();
            for (JsonNode alert : json.readTree(answer)) {
                if (alert.at("/labels/alertname").asText().equals("SloBreach")) {
                    keys.add(new Key(
                            alert.at("/labels/objective").asText(),
                            Instant.parse(alert.path("startsAt").asText())));
                }
            }
            return keys;
        } catch (IOException e) {
            throw new UncheckedIOException("Alertmanager's alerts are no JSON: " + answer, e);
        }
    }

    /** What it showed when it was last asked. */
    Set<Key> active() {
        return active;
    }

    /** When it was first seen. */
    Optional<Instant> shown(Key key) {
        return Optional.ofNullable(shown.get(key));
    }

    /** When it was first not seen any more. */
    Optional<Instant> gone(Key key) {
        return Optional.ofNullable(gone.get(key));
    }
}
