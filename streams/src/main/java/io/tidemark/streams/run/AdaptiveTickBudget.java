package io.tidemark.streams.run;

import java.time.Duration;

/**
 * Which share of the most that a tick may do a task does before it lets its thread go on: as much as took it {@link #TARGET_DURATION} the last time, so
 * that on a slow machine reading and commits come round as often as on a quick one. Not thread-safe.
 */
final class AdaptiveTickBudget {
    static final Duration TARGET_DURATION = Duration.ofMillis(50);

    /** The least that is done between two commits. */
    static final double MIN_SHARE = 0.01;

    private double share = 1;

    double share() {
        return share;
    }

    /** @param isUsedUp whether there was more to do than was allowed */
    void onTick(boolean isUsedUp, long millis) {
        if (millis > 2 * TARGET_DURATION.toMillis()) {
            share = Math.max(MIN_SHARE, share / 2);
        } else if (millis <= TARGET_DURATION.toMillis() && isUsedUp) {
            share = Math.min(1, 2 * share);
        }
    }
}
