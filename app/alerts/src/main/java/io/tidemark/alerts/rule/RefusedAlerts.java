package io.tidemark.alerts.rule;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Alerts that a limit refused in the last ten minutes, each by a key: the fingerprint of a condition that has no alert because its team holds as many
 * as it may, or the key of an event or an ended alert that a receiver was never notified of because it has as many as it may. The oldest
 * are forgotten first. Not thread-safe.
 */
public final class RefusedAlerts {
    private static final int MAX_REMEMBERED = 10_000;
    private static final Duration LATELY = Duration.ofMinutes(10);

    /** By key; what was refused last is last. */
    private final Map<String, Long> refusedNanos = new LinkedHashMap<>();

    private long nanos;

    /**
     * Sets the time of what follows.
     *
     * @param nanos of a clock that never jumps
     */
    public void at(long nanos) {
        this.nanos = nanos;
        refusedNanos.values().removeIf(at -> nanos - at >= LATELY.toNanos());
    }

    /**
     * Takes one on.
     *
     * @param key fingerprint of a condition, or key of an alert
     */
    public void add(String key) {
        refusedNanos.remove(key);
        refusedNanos.put(key, nanos);
        if (refusedNanos.size() > MAX_REMEMBERED) {
            refusedNanos.remove(refusedNanos.keySet().iterator().next());
        }
    }

    /** How many there were in the last ten minutes, each once, at most {@value #MAX_REMEMBERED}. */
    public int count() {
        return refusedNanos.size();
    }
}
