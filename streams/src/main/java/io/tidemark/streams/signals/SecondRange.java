package io.tidemark.streams.signals;

import java.util.concurrent.TimeUnit;

/** Seconds in {@code [from, until)}, epoch seconds. */
public record SecondRange(long from, long until) {
    public SecondRange {
        if (until < from) {
            throw new IllegalArgumentException("a span must not end before it begins but was " + from + ".." + until);
        }
    }

    public int seconds() {
        return Math.toIntExact(until - from);
    }

    boolean contains(long second) {
        return second >= from && second < until;
    }

    int index(long second) {
        return Math.toIntExact(second - from);
    }

    long fromMicros() {
        return TimeUnit.SECONDS.toMicros(from);
    }

    long untilMicros() {
        return TimeUnit.SECONDS.toMicros(until);
    }

    static long secondOf(long micros) {
        return Math.floorDiv(micros, 1_000_000L);
    }
}
