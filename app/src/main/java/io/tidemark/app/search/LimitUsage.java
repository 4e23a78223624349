package io.tidemark.app.search;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Metric;
import java.util.List;

/** How much of each objective's limit a request used, and which share of bad requests each allows. */
record LimitUsage(List<ObjectiveState> objectives) {
    LimitUsage {
        objectives = List.copyOf(objectives);
    }

    /** By objective: beyond 1 is bad, infinite not ok, NaN left out. */
    double[] of(RequestEvent request) {
        return objectives.stream()
                .mapToDouble(objective -> of(objective, request))
                .toArray();
    }

    private static double of(ObjectiveState objective, RequestEvent request) {
        double share = share(objective, request);
        return switch (RequestVerdict.of(objective, request)) {
            case LEFT_OUT -> Double.NaN;
            case GOOD -> Math.min(1, share);
            case BAD -> share > 1 ? share : Double.POSITIVE_INFINITY;
        };
    }

    /** Of its own limit, or of the one that it used most of; 0 where the objective knows ok and not ok alone. */
    private static double share(ObjectiveState objective, RequestEvent request) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            return share(objective.getMetric(), objective.getLimitNanos(), request);
        }
        return objective.getGoodLimitsNanos().entrySet().stream()
                .mapToDouble(limit -> share(MetricName.valueOf(limit.getKey()), limit.getValue(), request))
                .max()
                .orElse(0);
    }

    private static double share(MetricName metric, long limitNanos, RequestEvent request) {
        return Metric.of(metric).nanos(request).orElse(0) / (double) limitNanos;
    }
}
