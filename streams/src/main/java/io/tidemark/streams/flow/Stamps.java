package io.tidemark.streams.flow;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Stamps of clients, and the rule for them: one that is far ahead would move everybody's windows on. */
public final class Stamps {
    /** How far a stamp may be ahead of the wall clock here. */
    public static final Duration AHEAD = Duration.ofMinutes(1);

    private static final long AHEAD_MILLIS = AHEAD.toMillis();

    private Stamps() {}

    /** Microseconds since the epoch. */
    public static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** @throws Implausible naming the field, its value and the rule */
    public static void requireNotAhead(String field, Instant stamp, long nowMillis) {
        requireNotAhead(field, stamp.toEpochMilli(), nowMillis);
    }

    /** @throws Implausible naming the field, its value and the rule */
    public static void requireNotAhead(String field, long stampMillis, long nowMillis) {
        long aheadMillis = stampMillis - nowMillis;
        if (aheadMillis > AHEAD_MILLIS) {
            throw new Implausible(field + " must be at most " + AHEAD + " ahead but was " + aheadMillis + " ms ahead");
        }
    }
}
