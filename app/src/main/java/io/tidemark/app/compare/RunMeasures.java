package io.tidemark.app.compare;

import io.tidemark.analysis.compare.Figure;
import io.tidemark.analysis.compare.Measure;
import io.tidemark.analysis.compare.Question;
import io.tidemark.analysis.compare.RunFigures;
import io.tidemark.analysis.compare.Selection;
import io.tidemark.analysis.compare.Side;
import io.tidemark.analysis.compare.SloAtLoad;
import io.tidemark.analysis.compare.StepFigures;
import io.tidemark.app.report.Figures;
import io.tidemark.app.report.QualityWords;
import io.tidemark.events.Verdict;
import io.tidemark.sinks.store.read.MetricRow;
import io.tidemark.sinks.store.read.QualityRow;
import io.tidemark.sinks.store.read.StepResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A run's results as the figures that runs are compared by: one value per question, from sketches that are within 1.083 %. What
 * {@link io.tidemark.analysis.compare.StepFigures} makes of an event for the regressions topic, this makes of stored rows; beside that it has
 * what evaluations gave, means, other quantiles, and throughput where the load lets it vary.
 */
final class RunMeasures {
    /** Width of a sketch's slot as a share of its value: from x to x 2^(1/32). */
    private static final double SKETCH_SLOT = Math.log(2) / 32;

    private static final Set<Double> USUAL_QUANTILES = Set.of(0.5, 0.9, 0.95, 0.99);

    private final Set<Double> quantiles;

    /** @param selection whose quantiles are taken; the usual ones where it has none of its own */
    RunMeasures(Selection selection) {
        this.quantiles = selection.quantiles().isEmpty() ? USUAL_QUANTILES : selection.quantiles();
    }

    Side side(ComparedSide side) {
        return new Side(side.name(), side.runs().stream().map(this::figures).toList());
    }

    private RunFigures figures(ComparedRun run) {
        List<Figure> figures = new ArrayList<>();
        run.steps().forEach(step -> {
            latencies(step.result()).forEach(figures::add);
            step.classes().stream().flatMap(this::latencies).forEach(figures::add);
            figures.addAll(step.rates());
        });
        run.quality().stream().flatMap(row -> evaluation(row).stream()).forEach(figures::add);
        return new RunFigures(run.id(), Optional.of(run.row().started()), figures, slo(run));
    }

    /** At each load that it ran, but where all requests come at once: that is no load which is held. */
    private static List<SloAtLoad> slo(ComparedRun run) {
        return run.steps().stream()
                .map(ComparedStep::result)
                .filter(result -> result.verdict() != Verdict.UNKNOWN)
                .filter(result -> !Figures.isAllAtOnce(result.loadKind(), result.load()))
                .map(result -> new SloAtLoad(result.loadKind(), result.load(), result.verdict()))
                .toList();
    }

    /** Empty for what is neither a share nor a loss: it has no scale to judge it on. */
    private static Optional<Figure> evaluation(QualityRow row) {
        boolean isLoss = !row.higherIsBetter().orElse(true) && row.value() > 0;
        if (!isLoss && !QualityWords.isScore(row)) {
            return Optional.empty();
        }
        Measure measure = isLoss ? Measure.loss(QualityWords.name(row)) : Measure.quality(QualityWords.name(row));
        return Optional.of(
                new Figure(Question.withoutLoad(measure), row.value(), row.n().orElse(0), row.stderr()));
    }

    private Stream<Figure> latencies(StepResultRow result) {
        return result.metrics().values().stream().flatMap(row -> latencies(result, row));
    }

    private Stream<Figure> latencies(StepResultRow result, MetricRow row) {
        List<Figure> figures = new ArrayList<>();
        quantiles.forEach(quantile -> quantile(result, row, quantile).ifPresent(figures::add));
        row.meanNanos()
                .ifPresent(mean ->
                        figures.add(new Figure(question(result, Measure.mean(row.metric())), mean, row.count())));
        return figures.stream();
    }

    private static Optional<Figure> quantile(StepResultRow result, MetricRow row, double quantile) {
        Question question = question(result, Measure.quantile(row.metric(), quantile));
        OptionalLong told = Map.of(0.5, row.p50Nanos(), 0.9, row.p90Nanos(), 0.95, row.p95Nanos(), 0.99, row.p99Nanos())
                .getOrDefault(quantile, OptionalLong.empty());
        if (told.isPresent()) {
            return Optional.of(StepFigures.told(question, told.getAsLong(), row.count()));
        }
        if (!row.hasDistribution()) {
            return Optional.empty();
        }
        double value = row.sketch().quantile(quantile);
        return Optional.of(new Figure(question, value, row.count(), OptionalDouble.empty(), value * SKETCH_SLOT));
    }

    private static Question question(StepResultRow result, Measure measure) {
        return new Question(measure, result.loadKind(), result.load(), result.requestClass());
    }
}
