package io.tidemark.sinks.store.read.step;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A metric over the ok requests of a step. Percentiles are empty when there are no values, and where an imported file does not
 * give them; the sketch is this record's own. An imported run whose file gives percentiles only has values and an empty sketch.
 */
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
        LogHistogram sketch) {
    /** {@link #sumNanos} where the sum is not known. */
    public static final long UNKNOWN_SUM = -1;

    /** Whether there is more than the figures: an imported run may have values, but no sketch of them. */
    public boolean hasDistribution() {
        return !sketch.isEmpty();
    }

    /** One of the quantiles of this row; empty for others. */
    public OptionalLong quantileNanos(double quantile) {
        return switch ((int) Math.round(quantile * 1_000)) {
            case 500 -> p50Nanos;
            case 900 -> p90Nanos;
            case 950 -> p95Nanos;
            case 990 -> p99Nanos;
            default -> OptionalLong.empty();
        };
    }

    /** Empty without values, and where only other figures are known. */
    public OptionalDouble meanNanos() {
        return count == 0 || sumNanos < 0 ? OptionalDouble.empty() : OptionalDouble.of((double) sumNanos / count);
    }
}
