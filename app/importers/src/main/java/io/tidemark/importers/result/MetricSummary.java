package io.tidemark.importers.result;

import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.DoubleToLongFunction;
import java.util.function.Function;

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
    /** By the word in a file's names. */
    private static final Map<String, Double> QUANTILES =
            Map.of("median", 0.5, "p50", 0.5, "p90", 0.9, "p95", 0.95, "p99", 0.99);

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

    /**
     * Takes a metric's figures out of what a file gives under words such as {@code p99}; empty where the file gives none of them, or where all
     * are 0: then nothing was measured.
     *
     * @param values a figure by its word: mean, min, max, median, p50, ...
     * @param nanos from the file's unit
     */
    public static Optional<MetricSummary> read(
            Function<String, OptionalDouble> values, DoubleToLongFunction nanos, long count) {
        Function<String, OptionalLong> figures = word -> {
            OptionalDouble value = values.apply(word);
            return value.isPresent() ? OptionalLong.of(nanos.applyAsLong(value.getAsDouble())) : OptionalLong.empty();
        };
        Map<Double, Long> quantiles = new TreeMap<>();
        QUANTILES.forEach((word, q) -> figures.apply(word).ifPresent(value -> quantiles.put(q, value)));
        OptionalLong mean = figures.apply("mean");
        OptionalLong max = figures.apply("max");
        boolean nothing = mean.orElse(0) == 0
                && max.orElse(0) == 0
                && quantiles.values().stream().allMatch(value -> value == 0);
        if (nothing) {
            return Optional.empty();
        }
        return Optional.of(new MetricSummary(
                Math.max(count, 1),
                mean.isPresent() ? OptionalDouble.of((double) mean.getAsLong()) : OptionalDouble.empty(),
                figures.apply("min"),
                max,
                quantiles,
                new LogHistogram()));
    }
}
