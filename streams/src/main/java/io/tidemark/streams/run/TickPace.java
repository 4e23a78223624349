package io.tidemark.streams.run;

import java.time.Duration;

/**
 * How many window records a task makes before it lets its thread go on: as many as took it {@link #AIM} the last time, so that on a slow
 * machine reading and commits come round as often as on a quick one. Not thread-safe.
 */
final class TickPace {
    static final Duration AIM = Duration.ofMillis(50);

    /** Some 50 ms of work of an idle core. */
    static final int MOST = 5_000;

    /** The least that is done between two commits. */
    static final int LEAST = 50;

    private long records = MOST;

    long records() {
        return records;
    }

    /** So much of what was allowed was used, in so long. */
    void took(long used, long millis) {
        if (millis > 2 * AIM.toMillis()) {
            records = Math.max(LEAST, records / 2);
        } else if (millis <= AIM.toMillis() && used >= records) {
            records = Math.min(MOST, 2 * records);
        }
    }
}
