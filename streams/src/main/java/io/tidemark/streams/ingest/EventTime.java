package io.tidemark.streams.ingest;

import java.time.Instant;

/** Event time in epoch nanoseconds; good until 2262. */
final class EventTime {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private EventTime() {}

    static long nanosOfEpoch(Instant instant) {
        return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
    }

    static long secondAfter(Instant due, long nanos) {
        return (nanosOfEpoch(due) + nanos) / NANOS_PER_SECOND;
    }
}
