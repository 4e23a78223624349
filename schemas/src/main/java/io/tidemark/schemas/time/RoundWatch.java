package io.tidemark.schemas.time;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reports how long a loop has been in one round of its work, for a health page. Rounds are of one thread, looks of any other. Unlike a
 * {@link HangDetector} it needs no regular looks, and it is well again once the round ends.
 */
public final class RoundWatch {
    /** A round takes milliseconds, and on a machine without processor time seconds. */
    public static final Duration STUCK_AFTER = Duration.ofMinutes(1);

    private static final long WAITING = Long.MIN_VALUE;

    private final NanoClock clock;
    private final AtomicLong begunNanos = new AtomicLong(WAITING);

    public RoundWatch(NanoClock clock) {
        this.clock = clock;
    }

    /** Does one round of the work, on its thread. */
    public void round(Runnable work) {
        begin();
        try {
            work.run();
        } finally {
            end();
        }
    }

    /** A round begins that ends elsewhere. */
    public void begin() {
        begunNanos.set(clock.nanos());
    }

    /** The round has ended: the loop waits for work. */
    public void end() {
        begunNanos.set(WAITING);
    }

    /** In words, once the round that goes on has lasted for {@link #STUCK_AFTER}; empty otherwise. */
    public Optional<String> stuck() {
        long begun = begunNanos.get();
        long lastsNanos = begun == WAITING ? 0 : clock.nanos() - begun;
        return lastsNanos < STUCK_AFTER.toNanos()
                ? Optional.empty()
                : Optional.of("no progress: it has worked on one batch of records for "
                        + TimeUnit.NANOSECONDS.toSeconds(lastsNanos) + " s");
    }
}
