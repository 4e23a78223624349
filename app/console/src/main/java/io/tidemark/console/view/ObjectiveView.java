package io.tidemark.console.view;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
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
