package io.tidemark.sinks.sink;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits on a condition, with a deadline far beyond what it should take. */
public final class Await {
    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final long STEP_NANOS = Duration.ofMillis(20).toNanos();

    private Await() {}

    public static void until(Supplier<String> what, BooleanSupplier condition) {
        long end = NanoClock.SYSTEM.nanos() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (NanoClock.SYSTEM.nanos() - end > 0) {
                throw new AssertionError("not within " + DEADLINE + ": " + what.get());
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }
}
