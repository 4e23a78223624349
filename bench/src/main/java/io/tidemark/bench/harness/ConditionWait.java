package io.tidemark.bench.harness;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for conditions, with a deadline. */
public record ConditionWait(NanoClock clock, Duration every, Duration limit) {
    /**
     * Returns when it holds: the time when that was seen.
     *
     * @throws IllegalStateException with the state, if it does not hold within the limit
     */
    public long until(BooleanSupplier condition, Supplier<String> state) {
        long deadline = clock.nanos() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (clock.nanos() - deadline > 0) {
                throw new IllegalStateException("not within " + limit + ": " + state.get());
            }
            LockSupport.parkNanos(every.toNanos());
        }
        return clock.nanos();
    }
}
