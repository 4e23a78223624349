package io.tidemark.console.api;

import io.tidemark.analysis.quantile.OrderStatistics;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.analysis.timeseries.EDivisive;
import io.tidemark.console.view.HistoryView;
import io.tidemark.console.view.HistoryView.Change;
import io.tidemark.console.view.HistoryView.Point;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Collectors;

/** Makes the history of one metric's quantile over runs; requests that are not ok count as infinitely slow. */
record RunHistory(ResultReader results, String experiment, Metric metric, double quantile) {
    private static final double CONFIDENCE = 0.95;

    /** The same runs give the same change points each time they are looked at. */
    private static final long SEED = 1;

    private record Measured(RunRow run, StepResultRow step) {
        LoadLevel load() {
            return new LoadLevel(step.loadKind(), step.load());
        }
    }

    /**
     * @param runs in any order
     * @param wanted the load to show; empty for the one with most runs
     */
    HistoryView view(List<RunRow> runs, Optional<Double> wanted) {
        List<Measured> steps = runs.stream()
                .filter(run -> run.whyNotCounted().isEmpty())
                .flatMap(run -> results.steps(run.key()).stream()
                        .flatMap(step -> step.result().stream())
                        .filter(StepResultRow::isOver)
                        .map(step -> new Measured(run, step)))
                .toList();
        List<LoadLevel> loads = byRuns(steps);
        Optional<LoadLevel> shown = wanted.isEmpty()
                ? loads.stream().findFirst()
                : loads.stream().filter(load -> load.load() == wanted.get()).findFirst();
        List<Point> points = shown.map(load -> points(steps, load)).orElse(List.of());
        return new HistoryView(experiment, metric.id(), quantile, loads, shown, points, changes(points));
    }

    private static List<LoadLevel> byRuns(List<Measured> steps) {
        Map<LoadLevel, Long> runs =
                steps.stream().collect(Collectors.groupingBy(Measured::load, Collectors.counting()));
        return runs.entrySet().stream()
                .sorted(Map.Entry.<LoadLevel, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry::getKey, Comparator.comparingDouble(LoadLevel::load)))
                .map(Map.Entry::getKey)
                .toList();
    }

    private List<Point> points(List<Measured> steps, LoadLevel load) {
        return steps.stream()
                .filter(step -> step.load().equals(load))
                .sorted(Comparator.comparing(step -> step.run().started()))
                .map(this::point)
                .toList();
    }

    private Point point(Measured measured) {
        RunRow run = measured.run();
        Optional<MetricRow> row = Optional.ofNullable(measured.step().metrics().get(metric))
                .filter(known ->
                        !FigureDoubt.unfitMetrics(measured.step().flags()).contains(metric));
        long failed = measured.step().counts().failed();
        Optional<QuantileInterval> interval = row.filter(MetricRow::hasDistribution)
                .map(known -> OrderStatistics.interval(RankedValues.of(known.sketch()), failed, quantile, CONFIDENCE));
        return new Point(
                run.key().run(),
                run.phase(),
                run.started(),
                run.targets().stream()
                        .flatMap(target -> target.serverVersion().stream())
                        .findFirst(),
                run.origin().labels(),
                interval.map(QuantileInterval::value).orElse(OptionalLong.empty()),
                interval.map(QuantileInterval::low).orElse(OptionalLong.empty()),
                interval.map(QuantileInterval::high).orElse(OptionalLong.empty()),
                row.map(MetricRow::count).orElse(0L),
                measured.step().verdict());
    }

    private static List<Change> changes(List<Point> points) {
        List<Point> known = new ArrayList<>(points);
        known.removeIf(point -> point.value().isEmpty());
        double[] values =
                known.stream().mapToDouble(point -> point.value().orElseThrow()).toArray();
        return EDivisive.DEFAULT.of(values, new Random(SEED)).stream()
                .map(change -> new Change(
                        known.get(change.index()).started(),
                        known.get(change.index()).run(),
                        change.before(),
                        change.after(),
                        change.p()))
                .toList();
    }
}
