package io.tidemark.importers.result;

import java.time.Duration;
import java.time.Instant;

/** When a result was measured. Where its file has no date, {@code end} is when the file was last changed. */
public record TimeSpan(Instant start, Instant end, boolean dated) {
    private static final double NANOS_PER_SECOND = 1e9;

    public static TimeSpan endingAt(Instant end, double seconds, boolean dated) {
        return new TimeSpan(end.minus(duration(seconds)), end, dated);
    }

    public static TimeSpan from(Instant start, double seconds) {
        return new TimeSpan(start, start.plus(duration(seconds)), true);
    }

    public double seconds() {
        return Duration.between(start, end).toNanos() / NANOS_PER_SECOND;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }
}
