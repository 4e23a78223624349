package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.schemas.time.Clocks;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Local times as vLLM writes them, for moments of the run's monotonic clock. Taken when the run has ended. */
record BenchTimestamps(Instant wall, long nanos, ZoneId zone) {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS");

    static BenchTimestamps now(CommandContext context) {
        Clocks clocks = new Clocks(context.nanoClock(), context.wallClock());
        return new BenchTimestamps(clocks.wall().instant(), clocks.elapsed().nanos(), ZoneId.systemDefault());
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
