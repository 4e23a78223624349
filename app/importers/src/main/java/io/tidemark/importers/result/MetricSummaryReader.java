package io.tidemark.importers.result;

import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.DoubleToLongFunction;
import java.util.function.Function;

/** Takes a metric's figures out of what a file gives under names such as {@code p99}, in the file's unit. */
public final class MetricSummaryReader {
    /** By the word in a file's names. */
    static final Map<String, Double> QUANTILES =
            Map.of("median", 0.5, "p50", 0.5, "p90", 0.9, "p95", 0.95, "p99", 0.99);

    private final Function<String, OptionalDouble> values;
    private final DoubleToLongFunction nanos;

    /**
     * @param values a figure by its word: mean, min, max, median, p50, ...
     * @param nanos from the file's unit
     */
    public MetricSummaryReader(Function<String, OptionalDouble> values, DoubleToLongFunction nanos) {
        this.values = values;
        this.nanos = nanos;
    }

    /** Empty where the file gives none of them, or where all are 0: then nothing was measured. */
    public java.util.Optional<MetricSummary> read(long count) {
        Map<Double, Long> quantiles = new TreeMap<>();
        QUANTILES.forEach((word, q) -> {
            OptionalLong value = nanos(word);
            if (value.isPresent()) {
                quantiles.put(q, value.getAsLong());
            }
        });
        OptionalLong mean = nanos("mean");
        OptionalLong max = nanos("max");
        boolean nothing = mean.orElse(0) == 0
                && max.orElse(0) == 0
                && quantiles.values().stream().allMatch(value -> value == 0);
        if (nothing) {
            return java.util.Optional.empty();
        }
        OptionalDouble exactMean =
                mean.isPresent() ? OptionalDouble.of((double) mean.getAsLong()) : OptionalDouble.empty();
        return java.util.Optional.of(
                new MetricSummary(Math.max(count, 1), exactMean, nanos("min"), max, quantiles, new LogHistogram()));
    }

    private OptionalLong nanos(String word) {
        OptionalDouble value = values.apply(word);
        return value.isPresent() ? OptionalLong.of(nanos.applyAsLong(value.getAsDouble())) : OptionalLong.empty();
    }
}
