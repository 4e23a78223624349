package io.tidemark.sinks.store.read.run;

import io.tidemark.events.BurnRule;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.Metric;
import java.util.List;
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
        String requestClass,
        Alerting alerting) {
    public SloRow {
        goodLimitsNanos = Map.copyOf(goodLimitsNanos);
    }

    /** When it reports a breach, and what its verdicts are about: see {@link ObjectiveState}. */
    public record Alerting(
            double level,
            int minFiringSeconds,
            int flapChanges,
            int flapSeconds,
            int periodSeconds,
            List<BurnRule> burnRules,
            VerdictBasis verdictOn) {
        /** As of an objective that says nothing of it. */
        public static final Alerting DEFAULT =
                of(ObjectiveState.newBuilder().setName("").build());

        public Alerting {
            burnRules = List.copyOf(burnRules);
        }

        private static Alerting of(ObjectiveState objective) {
            return new Alerting(
                    objective.getLevel(),
                    objective.getMinFiringSeconds(),
                    objective.getFlapChanges(),
                    objective.getFlapSeconds(),
                    objective.getPeriodSeconds(),
                    objective.getBurnRules(),
                    objective.getVerdictOn());
        }
    }

    /** As the run declared it. */
    public ObjectiveState toEvent() {
        return ObjectiveState.newBuilder()
                .setName(name)
                .setKind(kind)
                .setMetric(metric.map(Metric::event).orElse(MetricName.UNKNOWN))
                .setQuantile(quantile)
                .setLimitNanos(limitNanos)
                .setMaxBadRatio(maxBadRatio)
                .setGoodLimitsNanos(goodLimitsNanos)
                .setWindowSeconds(windowSeconds)
                .setForSeconds(forSeconds)
                .setClearSeconds(clearSeconds)
                .setClearRatio(clearRatio)
                .setMinCount(minCount)
                .setRequestClass(requestClass)
                .setLevel(alerting.level)
                .setMinFiringSeconds(alerting.minFiringSeconds)
                .setFlapChanges(alerting.flapChanges)
                .setFlapSeconds(alerting.flapSeconds)
                .setPeriodSeconds(alerting.periodSeconds)
                .setBurnRules(alerting.burnRules)
                .setVerdictOn(alerting.verdictOn)
                .build();
    }
}
