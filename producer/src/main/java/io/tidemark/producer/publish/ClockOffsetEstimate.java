package io.tidemark.producer.publish;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the broker's clock from the LogAppendTime of acknowledged records: it was read between our send and our
 * receipt. The tightest bound of the last five minutes holds, as clocks drift; what contradicts it takes its place at once, for then a
 * clock was set, or drifted further than the bound. Thread-safe.
 */
final class ClockOffsetEstimate {
    private static final long BROKER_RESOLUTION_NANOS = 1_000_000;
    private static final long KEEP_NANOS = Duration.ofMinutes(5).toNanos();

    private final NanoClock clock;
    private @Nullable ClockOffset tightest;
    private long bestNanos;

    ClockOffsetEstimate(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * One acknowledged record.
     *
     * @param brokerMillis its LogAppendTime, cut to milliseconds
     */
    synchronized void acknowledged(Instant sent, Instant received, long brokerMillis) {
        long roundTripNanos = Duration.between(sent, received).toNanos();
        if (roundTripNanos < 0) {
            return;
        }
        long errorNanos = (roundTripNanos + BROKER_RESOLUTION_NANOS) / 2;
        long now = clock.nanos();
        Instant middle = sent.plusNanos(roundTripNanos / 2);
        Instant broker = Instant.ofEpochMilli(brokerMillis).plusNanos(BROKER_RESOLUTION_NANOS / 2);
        ClockOffset latest = new ClockOffset(Duration.between(middle, broker).toNanos(), errorNanos);
        boolean isOld = now - bestNanos > KEEP_NANOS;
        if (tightest == null || isOld || errorNanos <= tightest.errorNanos() || latest.contradicts(tightest)) {
            tightest = latest;
            bestNanos = now;
        }
    }

    synchronized Optional<ClockOffset> offset() {
        return Optional.ofNullable(tightest);
    }
}
