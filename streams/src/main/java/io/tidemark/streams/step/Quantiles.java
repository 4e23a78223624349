package io.tidemark.streams.step;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;

/** Quantiles of a step's ok requests at the nearest rank: of the exact values while all are kept, else of the sketch. */
@FunctionalInterface
interface Quantiles {
    long at(double q);

    static Quantiles of(Metric metric, StepBook book) {
        LogHistogram sketch = book.totals().sketch(metric);
        boolean exact =
                metric != Metric.ITL && book.columns().rows() == book.totals().due();
        if (!exact) {
            return sketch::quantile;
        }
        long[] sorted = book.columns().sortedOk(metric);
        return q -> sorted[Math.max(1, (int) Math.ceil(q * sorted.length - 1e-9)) - 1];
    }
}
