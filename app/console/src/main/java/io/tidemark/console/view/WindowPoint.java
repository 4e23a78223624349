package io.tidemark.console.view;

import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.WindowRow;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One window of one metric, nanoseconds; {@code signals} are the server's as of its end, by id, counters as rates per second. */
public record WindowPoint(
        Instant end,
        int step,
        String target,
        Finality finality,
        long count,
        OptionalLong p50Nanos,
        OptionalLong p90Nanos,
        OptionalLong p95Nanos,
        OptionalLong p99Nanos,
        OptionalLong maxNanos,
        long ended,
        long failed,
        long outputTokens,
        OptionalInt inFlight,
        Map<String, Double> signals) {
    /** Names of {@link #cells}. */
    public static final List<String> COLUMNS = List.of(
            "end",
            "step",
            "target",
            "finality",
            "count",
            "p50Nanos",
            "p90Nanos",
            "p95Nanos",
            "p99Nanos",
            "maxNanos",
            "ended",
            "failed",
            "outputTokens",
            "inFlight");

    public static WindowPoint of(WindowRow row) {
        return new WindowPoint(
                row.end(),
                StepNumber.of(row.step()),
                row.target(),
                row.finality(),
                row.count(),
                row.p50Nanos(),
                row.p90Nanos(),
                row.p95Nanos(),
                row.p99Nanos(),
                row.maxNanos(),
                row.ended(),
                row.failed(),
                row.outputTokens(),
                inFlight(row.inFlight()),
                row.signals());
    }

    public static WindowPoint of(WindowStats event) {
        return new WindowPoint(
                event.getEnd(),
                StepNumber.of(event.getStep()),
                event.getTarget(),
                event.getFinality(),
                event.getCount(),
                nanos(event.getP50Nanos()),
                nanos(event.getP90Nanos()),
                nanos(event.getP95Nanos()),
                nanos(event.getP99Nanos()),
                nanos(event.getMaxNanos()),
                event.getEnded(),
                event.getFailed(),
                event.getOutputTokens(),
                inFlight(event.getInFlight()),
                event.getSignals());
    }

    /** Windows of one of several targets do not say how many are in flight. */
    private static OptionalInt inFlight(int reported) {
        return reported < 0 ? OptionalInt.empty() : OptionalInt.of(reported);
    }

    private static OptionalLong nanos(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** As text, without signals; what is not known is empty. */
    public List<String> cells() {
        return List.of(
                end.toString(),
                String.valueOf(step),
                target,
                finality.name(),
                String.valueOf(count),
                text(p50Nanos),
                text(p90Nanos),
                text(p95Nanos),
                text(p99Nanos),
                text(maxNanos),
                String.valueOf(ended),
                String.valueOf(failed),
                String.valueOf(outputTokens),
                inFlight.isPresent() ? String.valueOf(inFlight.getAsInt()) : "");
    }

    private static String text(OptionalLong value) {
        return value.isPresent() ? String.valueOf(value.getAsLong()) : "";
    }
}
