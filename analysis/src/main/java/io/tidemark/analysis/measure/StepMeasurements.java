package io.tidemark.analysis.measure;

import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a step's result, or of one of its segments: latencies at p50, p95 and p99, the share of requests that were not ok, goodput
 * where an objective counts good requests, and throughput where the number in flight is fixed (at a fixed rate it says what was asked).
 * Stateless.
 */
public final class StepMeasurements {
    /** A sketch's quantile is the middle of a slot from x to x 2^(1/32); this is its width as a share of the value. */
    private static final double SKETCH_SLOT = Math.log(2) / 32;

    /** Quantiles of a step rest on exact values up to so many requests, then on a sketch; those of ITL on a sketch always. */
    private static final long MAX_EXACT = 100_000;

    private StepMeasurements() {}

    public static List<MeasuredValue> of(StepResult step) {
        List<MeasuredValue> figures = new ArrayList<>();
        Set<Metric> unfit = FigureDoubt.unfitMetrics(step.getFlags());
        step.getMetrics().forEach(metric -> figures.addAll(latencies(step, metric, unfit)));
        figures.addAll(served(step).figures());
        return figures;
    }

    private static ServedRequests served(StepResult step) {
        return new ServedRequests(
                step.getLoadKind(),
                step.getLoad(),
                step.getRequestClass(),
                ServedRequests.Counts.of(step.getDue(), step.getOk(), step.getOutputTokens(), step.getFlags()),
                step.getObjectives().stream()
                        .filter(objective -> objective.getKind() == ObjectiveKind.GOOD_RATIO)
                        .findFirst()
                        .filter(objective -> objective.getValue() != null)
                        .map(objective -> objective.getCount() - objective.getBad()),
                Optional.ofNullable(step.getMeasureUntil())
                        .map(until -> Duration.between(step.getMeasureFrom(), until)),
                Optional.empty());
    }

    private static List<MeasuredValue> latencies(StepResult step, MetricResult metric, Set<Metric> unfit) {
        if (metric.getMetric() == MetricName.UNKNOWN || metric.getCount() == 0) {
            return List.of();
        }
        Metric known = Metric.of(metric.getMetric());
        if (unfit.contains(known)) {
            return List.of();
        }
        List<MeasuredValue> figures = new ArrayList<>();
        add(figures, step, metric, Measure.quantile(known, 0.5), metric.getP50Nanos());
        add(figures, step, metric, Measure.quantile(known, 0.95), metric.getP95Nanos());
        add(figures, step, metric, Measure.quantile(known, 0.99), metric.getP99Nanos());
        return figures;
    }

    private static void add(
            List<MeasuredValue> figures, StepResult step, MetricResult metric, Measure measure, @Nullable Long nanos) {
        if (nanos != null) {
            figures.add(quantile(question(step, measure), nanos, metric.getCount()));
        }
    }

    /** A quantile of a latency from a step's result, with whether it was exact. */
    public static MeasuredValue quantile(MeasureAtLoad question, long nanos, long count) {
        boolean exact = count <= MAX_EXACT && !question.measure().name().equals(Metric.ITL.id());
        return new MeasuredValue(question, nanos, count, OptionalDouble.empty(), exact ? 0 : nanos * SKETCH_SLOT);
    }

    private static MeasureAtLoad question(StepResult step, Measure measure) {
        return new MeasureAtLoad(measure, step.getLoadKind(), step.getLoad(), step.getRequestClass());
    }
}
