package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.OptionalLong;

/** A metric over the ok requests of a step. Percentiles are empty when there are no values; the sketch is this record's own. */
public record MetricRow(
        Metric metric,
        long count,
        long sumNanos,
        OptionalLong minNanos,
        OptionalLong maxNanos,
        OptionalLong p50Nanos,
        OptionalLong p90Nanos,
        OptionalLong p95Nanos,
        OptionalLong p99Nanos,
        LogHistogram sketch) {}
