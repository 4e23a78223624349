package io.tidemark.streams.signal;

import java.util.concurrent.TimeUnit;

/** Seconds in {@code [from, until)}, epoch seconds. */
record Span(long from, long until) {
    Span {
        if (until < from) {
            throw new IllegalArgumentException("a span must not end before it begins but was " + from + ".." + until);
        }
    }

    int seconds() {
        return Math.toIntExact(until - from);
    }

    boolean holds(long second) {
        return second >= from && second < until;
    }

    int place(long second) {
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
