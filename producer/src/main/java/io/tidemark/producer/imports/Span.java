package io.tidemark.producer.imports;

import java.time.Duration;
import java.time.Instant;

/** When a result was measured. Where its file has no date, {@code end} is when the file was last changed. */
record Span(Instant start, Instant end, boolean dated) {
    private static final double NANOS_PER_SECOND = 1e9;

    static Span endingAt(Instant end, double seconds, boolean dated) {
        return new Span(end.minus(duration(seconds)), end, dated);
    }

    static Span from(Instant start, double seconds) {
        return new Span(start, start.plus(duration(seconds)), true);
    }

    double seconds() {
        return Duration.between(start, end).toNanos() / NANOS_PER_SECOND;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }
}
