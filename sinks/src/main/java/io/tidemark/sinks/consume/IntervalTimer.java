package io.tidemark.sinks.consume;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;

/** Says when an interval has passed; due at once at first. Not thread-safe. */
public final class IntervalTimer {
    private final long intervalNanos;
    private final NanoClock clock;
    private long nextNanos;

    public IntervalTimer(Duration interval, NanoClock clock) {
        this.intervalNanos = interval.toNanos();
        this.clock = clock;
        this.nextNanos = clock.nanos();
    }

    /** Whether it is due; the next one is then an interval away. */
    public boolean isDue() {
        long now = clock.nanos();
        if (now - nextNanos < 0) {
            return false;
        }
        nextNanos = now + intervalNanos;
        return true;
    }

    /** Makes it due now. */
    public void now() {
        nextNanos = clock.nanos();
    }
}
