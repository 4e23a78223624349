package io.tidemark.faults;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions of other threads and processes, with a deadline. */
final class Await {
    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

    private Await() {}

    static void until(BooleanSupplier condition, Duration limit, Supplier<String> state) {
        Instant deadline = InstantSource.system().instant().plus(limit);
        while (!condition.getAsBoolean()) {
            if (InstantSource.system().instant().isAfter(deadline)) {
                throw new AssertionError("not within " + limit + ": " + state.get());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Until a moment of the wall clock. */
    static void moment(Instant moment) {
        long nanos = Duration.between(InstantSource.system().instant(), moment).toNanos();
        while (nanos > 0) {
            LockSupport.parkNanos(nanos);
            nanos = Duration.between(InstantSource.system().instant(), moment).toNanos();
        }
    }
}
