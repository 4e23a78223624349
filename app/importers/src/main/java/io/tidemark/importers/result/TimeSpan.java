package io.tidemark.importers.result;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** When a result was measured. Where its file has no date, {@code end} is when the file was last changed. */
public record TimeSpan(Instant start, Instant end, boolean dated) {
    private static final double NANOS_PER_SECOND = 1e9;

    public static TimeSpan endingAt(Instant end, double seconds, boolean dated) {
        return new TimeSpan(end.minus(duration(seconds)), end, dated);
    }

    public static TimeSpan from(Instant start, double seconds) {
        return new TimeSpan(start, start.plus(duration(seconds)), true);
    }

    /** From the first sending to the last answer's end. */
    public static TimeSpan of(List<MeasuredRequest> requests, boolean dated) {
        return new TimeSpan(
                requests.stream()
                        .map(MeasuredRequest::sent)
                        .min(Comparator.naturalOrder())
                        .orElseThrow(),
                requests.stream()
                        .map(request -> request.sent()
                                .plusNanos(request.timing().lastToken().orElse(0)))
                        .max(Comparator.naturalOrder())
                        .orElseThrow(),
                dated);
    }

    public double seconds() {
        return Duration.between(start, end).toNanos() / NANOS_PER_SECOND;
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }
}
