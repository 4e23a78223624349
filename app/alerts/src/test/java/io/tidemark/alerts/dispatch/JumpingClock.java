package io.tidemark.alerts.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The time of this machine, and what a wall clock says that was set forward or back. Thread-safe. */
final class JumpingClock implements InstantSource {
    private volatile Duration ahead = Duration.ZERO;

    /** Sets it so much ahead of the time of this machine; a negative duration is behind. */
    void set(Duration aheadOfNow) {
        ahead = aheadOfNow;
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }
}
