package io.tidemark.alerts.rule;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Conditions that lately had no alert because the team has as many as it may have, by their labels. The oldest are forgotten first. Not thread-safe. */
final class RefusedAlerts {
    private static final int MAX_REMEMBERED = 10_000;
    private static final Duration LATELY = Duration.ofMinutes(10);

    /** What was refused last is last. */
    private final Map<String, Long> refusedNanos = new LinkedHashMap<>();

    void add(String fingerprint, long nanos) {
        refusedNanos.remove(fingerprint);
        refusedNanos.put(fingerprint, nanos);
        if (refusedNanos.size() > MAX_REMEMBERED) {
            refusedNanos.remove(refusedNanos.keySet().iterator().next());
        }
    }

    void tick(long nanos) {
        refusedNanos.values().removeIf(at -> nanos - at > LATELY.toNanos());
    }

    int count() {
        return refusedNanos.size();
    }
}
