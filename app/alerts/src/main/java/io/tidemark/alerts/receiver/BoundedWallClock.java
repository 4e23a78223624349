package io.tidemark.alerts.receiver;

import io.tidemark.schemas.time.Clocks;
import java.time.Duration;
import java.time.Instant;

/**
 * Wall time in spite of a wall clock that jumps. After a jump the wall clock and the time that has passed since this was made say different times,
 * and it is unknown which of them is right: it may have jumped to a wrong time, or away from one. So it gives two bounds. Thread-safe.
 */
final class BoundedWallClock {
    private final Clocks clocks;
    private final Instant madeAt;
    private final long madeNanos;

    BoundedWallClock(Clocks clocks) {
        this.clocks = clocks;
        this.madeAt = clocks.wall().instant();
        this.madeNanos = clocks.elapsed().nanos();
    }

    /** Of the two times the later one: what must not be over ends after it. */
    Instant latest() {
        Instant wall = clocks.wall().instant();
        Instant steady = steady();
        return wall.isAfter(steady) ? wall : steady;
    }

    /** Of the two times the earlier one: what must be over ends before it. */
    Instant earliest() {
        Instant wall = clocks.wall().instant();
        Instant steady = steady();
        return wall.isBefore(steady) ? wall : steady;
    }

    private Instant steady() {
        return madeAt.plus(Duration.ofNanos(clocks.elapsed().nanos() - madeNanos));
    }
}
