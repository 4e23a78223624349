package io.tidemark.alerts.rule;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What lately found no room: conditions that had no alert because the team has as many as it may have, events and alerts of which a receiver was
 * never notified because it has as many as it may have. The oldest are forgotten first. Not thread-safe.
 */
public final class RefusedAlerts {
    private static final int MAX_REMEMBERED = 10_000;
    private static final Duration LATELY = Duration.ofMinutes(10);

    /** By identity; what was refused last is last. */
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

    /** Counts one, once however often it is refused. */
    public void add(String identity) {
        refusedNanos.remove(identity);
        refusedNanos.put(identity, nanos);
        if (refusedNanos.size() > MAX_REMEMBERED) {
            refusedNanos.remove(refusedNanos.keySet().iterator().next());
        }
    }

    /** How many there were in the last ten minutes. */
    public int count() {
        return refusedNanos.size();
    }
}
