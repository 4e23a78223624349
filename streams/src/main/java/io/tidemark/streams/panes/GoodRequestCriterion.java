package io.tidemark.streams.panes;

import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What makes one request good: ok, and each metric that it has within its limit, nanoseconds. A metric that a request does not have,
 * as TPOT of a single token, breaks nothing.
 */
public record GoodRequestCriterion(Map<Metric, Long> limitsNanos) {
    public GoodRequestCriterion {
        limitsNanos = Collections.unmodifiableMap(new TreeMap<>(limitsNanos));
    }

    /** The objective's; ITL, of which a request has many, has no say. */
    public static GoodRequestCriterion of(ObjectiveState objective) {
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            Metric metric = Metric.of(objective.getMetric());
            return new GoodRequestCriterion(
                    metric == Metric.ITL ? Map.of() : Map.of(metric, objective.getLimitNanos()));
        }
        return new GoodRequestCriterion(objective.getGoodLimitsNanos().entrySet().stream()
                .collect(
                        Collectors.toMap(limit -> Metric.of(MetricName.valueOf(limit.getKey())), Map.Entry::getValue)));
    }

    /** Those of objectives by their texts; objectives with the same limits have one. */
    public static Map<String, GoodRequestCriterion> byText(Collection<ObjectiveState> objectives) {
        Map<String, GoodRequestCriterion> criteria = new TreeMap<>();
        for (ObjectiveState objective : objectives) {
            GoodRequestCriterion criterion = of(objective);
            criteria.put(criterion.text(), criterion);
        }
        return criteria;
    }

    public boolean isGood(RequestMeasurement fact) {
        return isGood(fact.ok(), fact::nanos);
    }

    /** {@code nanos} gives a metric of the request, or -1. */
    public boolean isGood(boolean ok, ToLongFunction<Metric> nanos) {
        return ok
                && limitsNanos.entrySet().stream()
                        .allMatch(limit -> nanos.applyAsLong(limit.getKey()) <= limit.getValue());
    }

    /** Its limits as text, the same for the same limits. */
    public String text() {
        return limitsNanos.entrySet().stream()
                .map(limit -> limit.getKey().id() + "<=" + limit.getValue())
                .collect(Collectors.joining(","));
    }
}
