package io.tidemark.schemas.kafka;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a consumer's poll waits for records. What the thread does beside its records is soon due while records come, and can wait a little where none
 * do; a record ends either wait at once. Thread-safe.
 */
public final class PollTimeout {
    /** While records come. */
    static final Duration ACTIVE = Duration.ofMillis(100);

    /** Once none has come for {@link #ACTIVE_FOR}. */
    static final Duration IDLE = Duration.ofSeconds(1);

    static final Duration ACTIVE_FOR = Duration.ofSeconds(10);

    private final NanoClock clock;
    private volatile long activeNanos;

    /** Active at first. */
    public PollTimeout(NanoClock clock) {
        this.clock = clock;
        this.activeNanos = clock.nanos();
    }

    /** Something came, or was done. */
    public void onActivity() {
        activeNanos = clock.nanos();
    }

    /** Of the next poll. */
    public Duration next() {
        return clock.nanos() - activeNanos < ACTIVE_FOR.toNanos() ? ACTIVE : IDLE;
    }

    /** The same in milliseconds. */
    public long nextMillis() {
        return TimeUnit.NANOSECONDS.toMillis(next().toNanos());
    }
}
