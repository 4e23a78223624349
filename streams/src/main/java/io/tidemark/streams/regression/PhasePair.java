package io.tidemark.streams.regression;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.MetricResult;
import io.tidemark.events.Regression;
import io.tidemark.events.StepResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Two phases at one load, one run each: the one measured earlier is the base. One run a side is screening only, so there is no
 * interval.
 */
record PhasePair(StepResult base, StepResult candidate) {
    static final String BASIS = "one run per phase: screening only";

    private static final List<Quantile> QUANTILES = List.of(
            new Quantile(0.5, MetricResult::getP50Nanos),
            new Quantile(0.95, MetricResult::getP95Nanos),
            new Quantile(0.99, MetricResult::getP99Nanos));

    static PhasePair of(StepResult one, StepResult other) {
        return one.getMeasureFrom().isAfter(other.getMeasureFrom())
                ? new PhasePair(other, one)
                : new PhasePair(one, other);
    }

    /** Whether they can be compared: other phases, same workload. */
    boolean isComparable() {
        return !base.getPhase().equals(candidate.getPhase())
                && base.getWorkloadHash().equals(candidate.getWorkloadHash());
    }

    /** A record per metric that both have, and quantile. */
    List<Regression> compare(Instant at) {
        List<Regression> compared = new ArrayList<>();
        for (MetricResult before : base.getMetrics()) {
            candidate.getMetrics().stream()
                    .filter(after -> after.getMetric() == before.getMetric())
                    .flatMap(after ->
                            QUANTILES.stream().map(quantile -> record(new Values(before, after, quantile), at)))
                    .forEach(compared::add);
        }
        return compared;
    }

    private Regression record(Values values, Instant at) {
        return Regression.newBuilder()
                .setExperiment(base.getExperiment())
                .setBasePhase(base.getPhase())
                .setCandidatePhase(candidate.getPhase())
                .setBaseRuns(List.of(base.getRun()))
                .setCandidateRuns(List.of(candidate.getRun()))
                .setLoadKind(base.getLoadKind())
                .setLoad(base.getLoad())
                .setMetric(values.before.getMetric())
                .setQuantile(values.quantile.q)
                .setBaseNanos(values.beforeNanos())
                .setCandidateNanos(values.afterNanos())
                .setRatio(values.beforeNanos() == 0 ? Double.NaN : values.afterNanos() / values.beforeNanos())
                .setVerdict(ComparisonVerdict.SCREENING)
                .setBasis(BASIS)
                .setAt(at)
                .build();
    }

    private record Values(MetricResult before, MetricResult after, Quantile quantile) {
        double beforeNanos() {
            return quantile.of(before);
        }

        double afterNanos() {
            return quantile.of(after);
        }
    }

    /** Metrics with values have all their quantiles. */
    private record Quantile(double q, Function<MetricResult, Long> field) {
        double of(MetricResult metric) {
            return field.apply(metric).doubleValue();
        }
    }
}
