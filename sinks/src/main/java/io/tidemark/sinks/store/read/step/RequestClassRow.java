package io.tidemark.sinks.store.read.step;

import io.tidemark.schemas.Metric;
import java.util.Map;

/**
 * The stored requests of one class in a step's measured part.
 *
 * @param due all of them, whatever came of them
 * @param ok of which answered as they should
 * @param metrics of the ok ones, all metrics but ITL, which a stored request has only as a sketch
 */
public record RequestClassRow(String requestClass, long due, long ok, Map<Metric, MetricRow> metrics) {
    public RequestClassRow {
        metrics = Map.copyOf(metrics);
    }
}
