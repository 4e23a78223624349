package io.tidemark.importers.result;

import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A metric as a file gives it, nanoseconds.
 *
 * @param count values; of a file that does not say, the requests that were ok
 * @param quantiles by their number in [0, 1]
 * @param sketch of the values themselves; empty where the file has figures only
 */
public record MetricSummary(
        long count,
        OptionalDouble mean,
        OptionalLong min,
        OptionalLong max,
        Map<Double, Long> quantiles,
        LogHistogram sketch) {
    public MetricSummary {
        quantiles = Map.copyOf(quantiles);
    }

    public OptionalLong quantile(double q) {
        Long nanos = quantiles.get(q);
        return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    /** What the file gives beside its values: its own quantiles hold, and those of the values fill what it does not give. */
    public MetricSummary withFallback(MetricSummary values) {
        Map<Double, Long> all = new TreeMap<>(values.quantiles);
        all.putAll(quantiles);
        return new MetricSummary(values.count, values.mean, values.min, values.max, all, values.sketch);
    }
}
