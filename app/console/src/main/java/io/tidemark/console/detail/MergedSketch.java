package io.tidemark.console.detail;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Values of one metric of several results together. */
final class MergedSketch {
    private MergedSketch() {}

    /** Of those results that have the metric's distribution; empty where none has. */
    static LogHistogram of(Stream<Map<Metric, MetricRow>> results, Metric metric) {
        LogHistogram together = new LogHistogram();
        results.flatMap(metrics -> Optional.ofNullable(metrics.get(metric)).stream())
                .filter(MetricRow::hasDistribution)
                .forEach(row -> together.merge(row.sketch()));
        return together;
    }
}
