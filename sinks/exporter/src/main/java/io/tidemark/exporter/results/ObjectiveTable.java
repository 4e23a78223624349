package io.tidemark.exporter.results;

import io.tidemark.events.BurnRule;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.SloState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The objectives of a run, by name. Not thread-safe. */
final class ObjectiveTable {
    private final Map<String, Objective> objectives = new TreeMap<>();
    private final int most;

    /**
     * What is exposed of an objective.
     *
     * @param goodShare share of requests that must be good
     * @param limitsNanos > 0
     * @param severities of its burn-rate rules
     */
    record Objective(
            String name,
            String requestClass,
            double goodShare,
            Map<Metric, Long> limitsNanos,
            List<String> severities,
            int periodSeconds) {
        static Objective of(ObjectiveState state) {
            return new Objective(
                    state.getName(),
                    state.getRequestClass(),
                    1 - ErrorBudget.allowedShare(state),
                    limits(state),
                    state.getBurnRules().stream()
                            .map(BurnRule::getSeverity)
                            .distinct()
                            .limit(ErrorBudget.MAX_RULES)
                            .toList(),
                    state.getPeriodSeconds());
        }
    }

    ObjectiveTable(int most) {
        this.most = most;
    }

    /** @return whether there was room for it */
    boolean set(SloState slo) {
        String name = slo.getObjective().getName();
        if (slo.getRemoved()) {
            objectives.remove(name);
            return true;
        }
        if (objectives.size() >= most && !objectives.containsKey(name)) {
            return false;
        }
        objectives.put(name, Objective.of(slo.getObjective()));
        return true;
    }

    Collection<Objective> all() {
        return objectives.values();
    }

    Optional<Objective> find(String name) {
        return Optional.ofNullable(objectives.get(name));
    }

    /** The limits that apply to a class, or are judged on every class together, nanoseconds. */
    Map<Metric, Set<Long>> limits(String requestClass) {
        Map<Metric, Set<Long>> limits = new EnumMap<>(Metric.class);
        for (Objective objective : objectives.values()) {
            String applies = objective.requestClass();
            if (applies.equals(RequestClass.ALL) || applies.equals(requestClass)) {
                objective
                        .limitsNanos()
                        .forEach((metric, nanos) -> limits.computeIfAbsent(metric, first -> new TreeSet<>())
                                .add(nanos));
            }
        }
        return limits;
    }

    private static Map<Metric, Long> limits(ObjectiveState objective) {
        Map<Metric, Long> limits = new EnumMap<>(Metric.class);
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            put(limits, objective.getMetric(), objective.getLimitNanos());
        }
        objective
                .getGoodLimitsNanos()
                .forEach((name, nanos) -> metric(name).ifPresent(metric -> put(limits, metric, nanos)));
        return limits;
    }

    private static void put(Map<Metric, Long> limits, MetricName metric, long nanos) {
        if (metric != MetricName.UNKNOWN && nanos > 0) {
            limits.put(Metric.of(metric), nanos);
        }
    }

    /** A producer that is newer than this may know more metrics. */
    private static Optional<MetricName> metric(String name) {
        return Arrays.stream(MetricName.values())
                .filter(metric -> metric.name().equals(name))
                .findFirst();
    }
}
