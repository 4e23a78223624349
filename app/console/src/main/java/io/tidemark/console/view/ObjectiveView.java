package io.tidemark.console.view;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.Optional;
import java.util.OptionalDouble;

/** An objective of a run. {@code limit} is nanoseconds for QUANTILE, else the largest share of bad requests. */
public record ObjectiveView(
        String name,
        ObjectiveKind kind,
        Optional<String> metric,
        OptionalDouble quantile,
        double limit,
        int windowSeconds,
        String requestClass) {
    public static ObjectiveView of(SloRow row) {
        boolean quantile = row.kind() == ObjectiveKind.QUANTILE;
        return new ObjectiveView(
                row.name(),
                row.kind(),
                row.metric().map(Metric::id),
                quantile ? OptionalDouble.of(row.quantile()) : OptionalDouble.empty(),
                quantile ? row.limitNanos() : row.maxBadRatio(),
                row.windowSeconds(),
                row.requestClass());
    }

    public static ObjectiveView of(ObjectiveState state) {
        boolean quantile = state.getKind() == ObjectiveKind.QUANTILE;
        return new ObjectiveView(
                state.getName(),
                state.getKind(),
                state.getMetric() == MetricName.UNKNOWN
                        ? Optional.empty()
                        : Optional.of(Metric.of(state.getMetric()).id()),
                quantile ? OptionalDouble.of(state.getQuantile()) : OptionalDouble.empty(),
                quantile ? state.getLimitNanos() : state.getMaxBadRatio(),
                state.getWindowSeconds(),
                state.getRequestClass());
    }
}
