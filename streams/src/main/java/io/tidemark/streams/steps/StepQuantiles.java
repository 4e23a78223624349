package io.tidemark.streams.steps;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;

/** Quantiles of a step's ok requests at the nearest rank: of the exact values while all are kept, else of the sketch. */
@FunctionalInterface
interface StepQuantiles {
    long at(double q);

    static StepQuantiles of(Metric metric, StepAccumulator accumulator) {
        LogHistogram sketch = accumulator.totals().sketch(metric);
        boolean exact = metric != Metric.ITL
                && accumulator.columns().rows() == accumulator.totals().due();
        if (!exact) {
            return sketch::quantile;
        }
        long[] sorted = accumulator.columns().sortedOk(metric);
        return q -> sorted[Math.max(1, (int) Math.ceil(q * sorted.length - 1e-9)) - 1];
    }
}
