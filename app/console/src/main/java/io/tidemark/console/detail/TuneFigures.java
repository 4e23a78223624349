package io.tidemark.console.detail;

import io.tidemark.analysis.quantile.OrderStatistics;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.console.detail.TuneView.Held;
import io.tidemark.console.detail.TuneView.Latency;
import io.tidemark.console.detail.TuneView.Parameter;
import io.tidemark.console.detail.TuneView.Start;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.reports.tune.Configuration;
import io.tidemark.reports.tune.GoalUnit;
import io.tidemark.reports.tune.GoalValue;
import io.tidemark.reports.tune.GpuCount;
import io.tidemark.reports.tune.HeldRange;
import io.tidemark.reports.tune.SweptFlags;
import io.tidemark.reports.tune.ThroughputPoint;
import io.tidemark.reports.tune.TuneReport;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Takes the figures of a tune out of its report. */
public final class TuneFigures {
    private static final double CONFIDENCE = 0.95;
    private static final List<Metric> METRICS = List.of(Metric.TTFT, Metric.TPOT, Metric.E2E);
    private static final List<Double> QUANTILES = List.of(0.5, 0.95, 0.99);

    private final TuneReport report;
    private final Map<String, ThroughputPoint> points;

    private TuneFigures(TuneReport report) {
        this.report = report;
        this.points = ThroughputPoint.of(report).stream()
                .collect(Collectors.toMap(point -> point.configuration().phase(), Function.identity()));
    }

    public static TuneView of(TuneReport report) {
        TuneFigures figures = new TuneFigures(report);
        return new TuneView(
                report.tune(),
                report.goal().label(),
                GoalUnit.of(report).strip(),
                report.goal().lowerIsBetter(),
                report.flags().names().stream().map(figures::parameter).toList(),
                report.configurations().stream().map(figures::configuration).toList());
    }

    private Parameter parameter(String name) {
        return new Parameter(
                name,
                report.configurations().stream()
                        .map(one -> SweptFlags.value(one, name))
                        .distinct()
                        .sorted(Comparator.comparingDouble(TuneFigures::number)
                                .thenComparing(Comparator.naturalOrder()))
                        .toList());
    }

    private static double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    private TuneView.Configuration configuration(Configuration one) {
        Map<String, String> values = new LinkedHashMap<>();
        report.flags().names().forEach(name -> values.put(name, SweptFlags.value(one, name)));
        Optional<ThroughputPoint> point = Optional.ofNullable(points.get(one.phase()));
        return new TuneView.Configuration(
                one.phase(),
                one.isDefault(),
                one.load(),
                values,
                report.mean(one),
                held(one.measured(), report.values(one)),
                GpuCount.of(one),
                point.map(at -> OptionalDouble.of(at.tokensPerGpu())).orElse(OptionalDouble.empty()),
                point.map(ThroughputPoint::load),
                point.map(at -> latencies(one, at.load())).orElse(List.of()),
                one.starts().stream().map(this::start).toList());
    }

    /**
     * Of a search its estimates, with the lowest and the highest; of a sweep the loads between which the capacity is.
     *
     * @param estimates values of the tune's goal, one a start, that the report's mean is of
     */
    private Held held(List<TuneStart> starts, double[] estimates) {
        List<HeldRange> ranges = starts.stream().map(HeldRange::of).toList();
        LoadKind kind = ranges.stream()
                .map(HeldRange::kind)
                .filter(known -> known != LoadKind.UNKNOWN)
                .findFirst()
                .orElse(LoadKind.UNKNOWN);
        if (report.goal() == GoalValue.Standard.HELD_LOAD && starts.stream().noneMatch(TuneStart::isOfSweep)) {
            return new Held(
                    kind,
                    Arrays.stream(estimates).average(),
                    Arrays.stream(estimates).min(),
                    Arrays.stream(estimates).max());
        }
        double[] values =
                ranges.stream().flatMapToDouble(range -> range.held().stream()).toArray();
        boolean ends = !ranges.isEmpty()
                && ranges.stream().allMatch(range -> range.failsFrom().isPresent());
        return new Held(
                kind,
                Arrays.stream(values).average(),
                Arrays.stream(values).min(),
                ends
                        ? ranges.stream()
                                .flatMapToDouble(range -> range.failsFrom().stream())
                                .max()
                        : OptionalDouble.empty());
    }

    private static List<Latency> latencies(Configuration one, LoadLevel load) {
        List<MeasuredStep> steps = one.stepsAt(load);
        long failed = steps.stream()
                .mapToLong(step -> step.result().counts().failed())
                .sum();
        List<Latency> all = new ArrayList<>();
        for (Metric metric : METRICS) {
            LogHistogram together = MergedSketch.of(steps.stream().map(MeasuredStep::result), metric);
            if (!together.isEmpty()) {
                QUANTILES.forEach(quantile -> all.add(latency(metric, together, failed, quantile)));
            }
        }
        return all;
    }

    private static Latency latency(Metric metric, LogHistogram values, long failed, double quantile) {
        QuantileInterval interval = OrderStatistics.interval(RankedValues.of(values), failed, quantile, CONFIDENCE);
        return new Latency(metric.id(), quantile, interval.value(), interval.low(), interval.high());
    }

    private Start start(TuneStart start) {
        return new Start(
                start.trial(),
                report.value(start),
                held(
                        start.isMeasured() ? List.of(start) : List.of(),
                        report.value(start).stream().toArray()));
    }
}
