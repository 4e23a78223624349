package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.run.RunKey;

/** The exact values of a metric over the ok requests in the measured part of a step; at most {@code maxValues} of them come back. */
public record DistributionQuery(RunKey run, int step, Metric metric, int maxValues) {
    /** Enough for a smooth curve at p99.9, few enough to draw. */
    public static final int DEFAULT_MAX_VALUES = 20_000;

    public DistributionQuery {
        if (metric == Metric.ITL) {
            throw new IllegalArgumentException(
                    "ITL has many values per request; its distribution is the sketch of StepResultRow.metrics()");
        }
        if (maxValues < 2) {
            throw new IllegalArgumentException("maxValues must be >= 2 but was " + maxValues);
        }
    }

    public static DistributionQuery of(RunKey run, int step, Metric metric) {
        return new DistributionQuery(run, step, metric, DEFAULT_MAX_VALUES);
    }
}
