package io.tidemark.app.bench;

import io.tidemark.app.Surroundings;
import io.tidemark.producer.publish.Clocks;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Local times as vLLM writes them, for moments of the run's monotonic clock. Taken when the run has ended. */
record BenchClocks(Instant wall, long nanos, ZoneId zone) {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS");

    static BenchClocks now(Surroundings surroundings) {
        Clocks clocks = new Clocks(surroundings.nanoClock(), surroundings.wallClock());
        return new BenchClocks(clocks.wall().instant(), clocks.elapsed().nanos(), ZoneId.systemDefault());
    }

    /** {@code YYYYmmdd-HHMMSS}. */
    String date() {
        return DATE.format(wall.atZone(zone));
    }

    /** ISO 8601 without a zone. */
    String stamp(long atNanos) {
        return STAMP.format(wall.minusNanos(nanos - atNanos).atZone(zone));
    }
}
