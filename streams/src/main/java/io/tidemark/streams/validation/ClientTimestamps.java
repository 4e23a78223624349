package io.tidemark.streams.validation;

import io.tidemark.schemas.time.EpochMicros;
import java.time.Duration;
import java.time.Instant;

/** Stamps of clients, and the rule for them: one that is far ahead would move everybody's windows on. */
public final class ClientTimestamps {
    /** How far a stamp may be ahead of the broker's append time of its record. */
    public static final Duration AHEAD = Duration.ofMinutes(1);

    private static final long AHEAD_MILLIS = AHEAD.toMillis();

    private ClientTimestamps() {}

    /** Microseconds since the epoch. */
    public static long micros(Instant instant) {
        return EpochMicros.of(instant);
    }

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void requireNotAhead(String field, Instant stamp, long appendedMillis) {
        requireNotAhead(field, stamp.toEpochMilli(), appendedMillis);
    }

    /** @throws InvalidEventException naming the field, its value and the rule */
    public static void requireNotAhead(String field, long stampMillis, long appendedMillis) {
        long aheadMillis = stampMillis - appendedMillis;
        if (aheadMillis > AHEAD_MILLIS) {
            throw new InvalidEventException(
                    field + " must be at most " + AHEAD + " ahead but was " + aheadMillis + " ms ahead");
        }
    }
}
