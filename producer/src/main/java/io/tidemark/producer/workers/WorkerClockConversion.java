package io.tidemark.producer.workers;

import io.tidemark.producer.publish.ClockOffset;
import java.time.Instant;
import java.util.Optional;

/** One moment on the wall clocks of two lanes, by what each knows of the broker's clock. */
final class WorkerClockConversion {
    private WorkerClockConversion() {}

    /**
     * The leader's moment on this lane's clock. Corrected only by a difference that is larger than its error: two lanes of one
     * machine share a clock, which no estimate betters.
     */
    static Instant toOwnClock(Instant leaders, Optional<ClockOffset> leader, Optional<ClockOffset> own) {
        if (leader.isEmpty() || own.isEmpty()) {
            return leaders;
        }
        long differenceNanos = leader.get().offsetNanos() - own.get().offsetNanos();
        long errorNanos = leader.get().errorNanos() + own.get().errorNanos();
        return Math.abs(differenceNanos) > errorNanos ? leaders.plusNanos(differenceNanos) : leaders;
    }
}
