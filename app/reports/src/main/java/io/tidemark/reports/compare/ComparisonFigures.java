package io.tidemark.reports.compare;

import io.tidemark.analysis.compare.MeasureSelection;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.analysis.measure.SloAtLoad;
import io.tidemark.analysis.measure.StepMeasurements;
import io.tidemark.events.Verdict;
import io.tidemark.reports.format.QualityFormat;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A run's results as the figures that runs are compared by: one value per question, from sketches that are within 1.083 %. What
 * {@link io.tidemark.analysis.measure.StepMeasurements} makes of an event for the regressions topic, this makes of stored rows; beside that it has
 * what evaluations gave, means, other quantiles, and throughput where the load lets it vary.
 */
final class ComparisonFigures {
    /** Width of a sketch's slot as a share of its value: from x to x 2^(1/32). */
    private static final double SKETCH_SLOT = Math.log(2) / 32;

    private static final Set<Double> USUAL_QUANTILES = Set.of(0.5, 0.9, 0.95, 0.99);

    private final Set<Double> quantiles;

    /** @param selection whose quantiles are taken; the usual ones where it has none of its own */
    ComparisonFigures(MeasureSelection selection) {
        this.quantiles = selection.quantiles().isEmpty() ? USUAL_QUANTILES : selection.quantiles();
    }

    ComparisonSide side(ComparedSide side) {
        return new ComparisonSide(
                side.name(), side.runs().stream().map(this::figures).toList());
    }

    private RunMeasurements figures(MeasuredRun run) {
        List<MeasuredValue> figures = new ArrayList<>();
        run.steps().forEach(step -> {
            Set<Metric> unfit = step.unfitMetrics();
            Stream.concat(Stream.of(step.result()), step.classes().stream())
                    .flatMap(result -> latencies(result, unfit))
                    .forEach(figures::add);
            figures.addAll(step.rates());
        });
        run.quality().stream().flatMap(row -> evaluation(row).stream()).forEach(figures::add);
        return new RunMeasurements(run.id(), Optional.of(run.row().started()), figures, slo(run));
    }

    /** At each load that it ran, but where all requests come at once: that is no load which is held. */
    private static List<SloAtLoad> slo(MeasuredRun run) {
        return run.steps().stream()
                .filter(step ->
                        step.verdict() != Verdict.UNKNOWN && !step.load().isAllAtOnce())
                .map(step -> new SloAtLoad(step.load().kind(), step.load().load(), step.verdict()))
                .toList();
    }

    /** Empty for what is neither a share nor a loss: it has no scale to judge it on. */
    private static Optional<MeasuredValue> evaluation(QualityRow row) {
        boolean isLoss = !row.higherIsBetter().orElse(true) && row.value() > 0;
        if (!isLoss && !QualityFormat.isScore(row)) {
            return Optional.empty();
        }
        Measure measure = isLoss ? Measure.loss(QualityFormat.name(row)) : Measure.quality(QualityFormat.name(row));
        return Optional.of(new MeasuredValue(
                MeasureAtLoad.withoutLoad(measure), row.value(), row.n().orElse(0), row.stderr()));
    }

    private Stream<MeasuredValue> latencies(StepResultRow result, Set<Metric> unfit) {
        return result.metrics().values().stream()
                .filter(row -> !unfit.contains(row.metric()))
                .flatMap(row -> latencies(result, row));
    }

    private Stream<MeasuredValue> latencies(StepResultRow result, MetricRow row) {
        List<MeasuredValue> figures = new ArrayList<>();
        quantiles.forEach(quantile -> quantile(result, row, quantile).ifPresent(figures::add));
        row.meanNanos()
                .ifPresent(mean -> figures.add(
                        new MeasuredValue(question(result, Measure.mean(row.metric())), mean, row.count())));
        return figures.stream();
    }

    private static Optional<MeasuredValue> quantile(StepResultRow result, MetricRow row, double quantile) {
        MeasureAtLoad question = question(result, Measure.quantile(row.metric(), quantile));
        OptionalLong exact = row.quantileNanos(quantile);
        if (exact.isPresent()) {
            return Optional.of(StepMeasurements.quantile(question, exact.getAsLong(), row.count()));
        }
        if (!row.hasDistribution()) {
            return Optional.empty();
        }
        double value = row.sketch().quantile(quantile);
        return Optional.of(
                new MeasuredValue(question, value, row.count(), OptionalDouble.empty(), value * SKETCH_SLOT));
    }

    private static MeasureAtLoad question(StepResultRow result, Measure measure) {
        return new MeasureAtLoad(measure, result.loadKind(), result.load(), result.requestClass());
    }
}
