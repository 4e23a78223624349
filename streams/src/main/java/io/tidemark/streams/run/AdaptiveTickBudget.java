package io.tidemark.streams.run;

import java.time.Duration;

/**
 * How many window records a task makes before it lets its thread go on: as many as took it {@link #TARGET_DURATION} the last time, so that on a slow
 * machine reading and commits come round as often as on a quick one. Not thread-safe.
 */
final class AdaptiveTickBudget {
    static final Duration TARGET_DURATION = Duration.ofMillis(50);

    /** Some 50 ms of work of an idle core. */
    static final int MAX_RECORDS = 5_000;

    /** The least that is done between two commits. */
    static final int MIN_RECORDS = 50;

    private long records = MAX_RECORDS;

    long records() {
        return records;
    }

    /** So much of what was allowed was used, in so long. */
    void onTick(long used, long millis) {
        if (millis > 2 * TARGET_DURATION.toMillis()) {
            records = Math.max(MIN_RECORDS, records / 2);
        } else if (millis <= TARGET_DURATION.toMillis() && used >= records) {
            records = Math.min(MAX_RECORDS, 2 * records);
        }
    }
}
