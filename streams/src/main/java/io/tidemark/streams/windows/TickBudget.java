package io.tidemark.streams.windows;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How much of its work a task may still do before it lets the thread go on: in window records that it makes, or in windows and results that it looks
 * at, and in time since it was first asked. A run with thousands of series, a day to settle or a thousand sources beside each breach would else hold
 * up reading, and the commit until its transaction has timed out. Not thread-safe.
 */
public final class TickBudget {
    private final long most;
    private final NanoClock clock;
    private final long mostNanos;
    private OptionalLong beganNanos = OptionalLong.empty();
    private long left;

    public TickBudget(long most, NanoClock clock, Duration atMost) {
        this.most = most;
        this.clock = clock;
        this.mostNanos = atMost.toNanos();
        this.left = most;
    }

    /** One that no time ends. */
    public static TickBudget untimed(long most) {
        return new TickBudget(most, () -> 0, Duration.ofDays(1));
    }

    public void spend(int amount) {
        left -= amount;
    }

    /** How much was done. */
    public long used() {
        return most - left;
    }

    public boolean isSpent() {
        return left <= 0 || isOver();
    }

    private boolean isOver() {
        long now = clock.nanos();
        if (beganNanos.isEmpty()) {
            beganNanos = OptionalLong.of(now);
        }
        return now - beganNanos.getAsLong() >= mostNanos;
    }
}
