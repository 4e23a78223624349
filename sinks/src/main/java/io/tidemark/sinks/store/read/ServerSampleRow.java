package io.tidemark.sinks.store.read;

import io.tidemark.events.ServerRole;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** One scrape of one engine, router, GPU or host: gauges and raw cumulative counters by signal id. A scrape that failed has {@code up} false and no values. */
public record ServerSampleRow(
        String instance,
        ServerRole role,
        String engine,
        String model,
        Instant scrapeStart,
        Instant scrapeEnd,
        Optional<Instant> processStart,
        boolean up,
        Optional<String> error,
        Map<String, Double> values,
        Map<String, String> info) {
    public ServerSampleRow {
        values = Map.copyOf(values);
        info = Map.copyOf(info);
    }
}
