package io.tidemark.sinks.store.read.run;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.schemas.Metric;
import java.util.Map;
import java.util.Optional;

/** An objective that a run declared. {@code limitNanos} and {@code metric} belong to QUANTILE, {@code maxBadRatio} to the ratios, {@code goodLimitsNanos} (by metric name) to GOOD_RATIO. */
public record SloRow(
        String name,
        ObjectiveKind kind,
        Optional<Metric> metric,
        double quantile,
        long limitNanos,
        double maxBadRatio,
        Map<String, Long> goodLimitsNanos,
        int windowSeconds,
        int forSeconds,
        int clearSeconds,
        double clearRatio,
        int minCount,
        String requestClass) {
    public SloRow {
        goodLimitsNanos = Map.copyOf(goodLimitsNanos);
    }
}
