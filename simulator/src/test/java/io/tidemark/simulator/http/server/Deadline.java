package io.tidemark.simulator.http.server;

import io.tidemark.schemas.time.NanoClock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions. */
final class Deadline {
    private static final long LIMIT_NANOS = 20_000_000_000L;
    private static final long PAUSE_NANOS = 2_000_000L;

    private Deadline() {}

    static boolean reached(BooleanSupplier condition) {
        long startNanos = NanoClock.SYSTEM.nanos();
        while (!condition.getAsBoolean()) {
            if (NanoClock.SYSTEM.nanos() - startNanos > LIMIT_NANOS) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }
}
