package io.tidemark.streams.flow;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Stamps of clients, and the rule for them: one that is far ahead would move everybody's windows on. */
public final class Stamps {
    /** How far a stamp may be ahead of the broker's append time of its record. */
    public static final Duration AHEAD = Duration.ofMinutes(1);

    private static final long AHEAD_MILLIS = AHEAD.toMillis();

    private Stamps() {}

    /** Microseconds since the epoch. */
    public static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** @throws Implausible naming the field, its value and the rule */
    public static void requireNotAhead(String field, Instant stamp, long appendedMillis) {
        requireNotAhead(field, stamp.toEpochMilli(), appendedMillis);
    }

    /** @throws Implausible naming the field, its value and the rule */
    public static void requireNotAhead(String field, long stampMillis, long appendedMillis) {
        long aheadMillis = stampMillis - appendedMillis;
        if (aheadMillis > AHEAD_MILLIS) {
            throw new Implausible(field + " must be at most " + AHEAD + " ahead but was " + aheadMillis + " ms ahead");
        }
    }
}
