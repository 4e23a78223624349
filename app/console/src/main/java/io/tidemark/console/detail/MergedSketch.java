package io.tidemark.console.detail;

import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.Optional;
import java.util.stream.Stream;

/** Values of one metric of several results together. */
final class MergedSketch {
    private MergedSketch() {}

    /** Of those results that have the metric's distribution, and whose flags do not leave it unknown; empty where none has. */
    static LogHistogram of(Stream<StepResultRow> results, Metric metric) {
        LogHistogram together = new LogHistogram();
        results.filter(result -> !FigureDoubt.unfitMetrics(result.flags()).contains(metric))
                .flatMap(result -> Optional.ofNullable(result.metrics().get(metric)).stream())
                .filter(MetricRow::hasDistribution)
                .forEach(row -> together.merge(row.sketch()));
        return together;
    }
}
