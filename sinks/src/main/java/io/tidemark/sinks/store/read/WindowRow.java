package io.tidemark.sinks.store.read;

import io.tidemark.events.Finality;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/** One window of one metric with the server's signals as of its end (counters as rates per second). Percentiles are empty when the window holds no values. */
public record WindowRow(
        int step,
        String target,
        Metric metric,
        int windowSeconds,
        Instant end,
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
        int inFlight,
        Map<String, Double> signals,
        OptionalLong signalAgeMillis) {
    public WindowRow {
        signals = Map.copyOf(signals);
    }
}
