package io.tidemark.producer.run;

import java.time.Duration;

/**
 * How long a place of a closed loop waits before its next conversation is due. None as long as the server answers; one that
 * refuses would else be asked as often as the client can.
 */
record PlacePause(long nanos) {
    static final PlacePause NONE = new PlacePause(0);

    private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    /** After a request that went without an answer: 100 ms, then twice the one before, at most 1 s. */
    PlacePause longer() {
        return new PlacePause(nanos == 0 ? FIRST_NANOS : Math.min(2 * nanos, LONGEST_NANOS));
    }

    boolean isNone() {
        return nanos == 0;
    }
}
