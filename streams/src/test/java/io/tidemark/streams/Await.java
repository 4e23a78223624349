package io.tidemark.streams;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions of other threads and processes, with a deadline. */
public final class Await {
    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

    private Await() {}

    public static void until(BooleanSupplier condition, Duration limit, Supplier<String> state) {
        long endNanos = NanoClock.SYSTEM.nanos() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (NanoClock.SYSTEM.nanos() - endNanos > 0) {
                throw new AssertionError("not within " + limit + ": " + state.get());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
