package io.tidemark.reports.tune;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.MeasureSelection;
import io.tidemark.analysis.compare.MeasureSelection.From;
import io.tidemark.analysis.compare.MeasureSelection.LatencyLoads;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.Comparison.MismatchPolicy;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Latencies at p99 and output tokens per second of all measured configurations at one load, with the change against the baseline.
 *
 * @param rows by phase
 * @param differences what is not the same of the configurations beside their flags, in words
 */
public record FigureTable(
        CommonLoad at, List<Measure> measures, Map<String, List<Figure>> rows, List<String> differences) {
    /** At which a tune shows latencies. */
    static final double QUANTILE = 0.99;

    private static final double NANOS_PER_SECOND = 1e9;

    public FigureTable {
        measures = List.copyOf(measures);
        differences = List.copyOf(differences);
    }

    /**
     * A figure of one configuration.
     *
     * @param value mean over its starts, nanoseconds or tokens per second; empty if it is not known
     * @param compared with the baseline; empty for the baseline itself and for what is not compared
     */
    public record Figure(OptionalDouble value, Optional<ComparedMeasure> compared) {}

    /** Empty where the measured configurations have no load in common. */
    public static Optional<FigureTable> of(TuneReport report) {
        List<Configuration> measured =
                report.measured().stream().filter(one -> !one.loads().isEmpty()).toList();
        return CommonLoad.of(measured).map(at -> of(report, measured, at));
    }

    private static FigureTable of(TuneReport report, List<Configuration> measured, CommonLoad at) {
        List<Measure> measures = measures(measured, at.load());
        Map<String, List<Figure>> rows = new LinkedHashMap<>();
        Optional<Configuration> base = report.base().filter(measured::contains);
        Set<String> differences = new LinkedHashSet<>();
        for (Configuration one : measured) {
            List<ComparedMeasure> compared = base.filter(before -> !before.equals(one))
                    .map(before -> compared(before, one, policy(report, measures, at.load()), report, differences))
                    .orElse(List.of());
            rows.put(
                    one.phase(),
                    measures.stream()
                            .map(measure -> figure(one, measure, at.load(), compared))
                            .toList());
        }
        return new FigureTable(at, measures, rows, List.copyOf(differences));
    }

    /** TTFT from when a request was due where every step knows it. */
    private static List<Measure> measures(List<Configuration> measured, LoadLevel load) {
        boolean knowsDue = load.kind() == LoadKind.RATE
                && Configuration.stepsAt(load, measured)
                        .allMatch(step -> step.result().metrics().containsKey(Metric.TTFT_DUE));
        return Stream.concat(
                        Stream.of(knowsDue ? Metric.TTFT_DUE : Metric.TTFT, Metric.TPOT, Metric.ITL)
                                .filter(metric -> Configuration.stepsAt(load, measured)
                                        .anyMatch(
                                                step -> step.result().metrics().containsKey(metric)))
                                .map(metric -> Measure.quantile(metric, QUANTILE)),
                        Stream.of(Measure.outputTokens()))
                .toList();
    }

    private static ComparisonPolicy policy(TuneReport report, List<Measure> measures, LoadLevel load) {
        Set<String> latencies = measures.stream()
                .filter(measure -> measure.family() == MeasureFamily.LATENCY)
                .map(Measure::name)
                .collect(Collectors.toSet());
        return report.comparison()
                .policy()
                .withSelection(new MeasureSelection(
                        EnumSet.of(MeasureFamily.LATENCY, MeasureFamily.THROUGHPUT),
                        latencies,
                        Set.of(QUANTILE),
                        false,
                        Set.of(load.load()),
                        Set.of(RequestClass.ALL),
                        From.SENT,
                        LatencyLoads.ALL));
    }

    private static List<ComparedMeasure> compared(
            Configuration base,
            Configuration one,
            ComparisonPolicy policy,
            TuneReport report,
            Set<String> differences) {
        Comparison comparison = Comparison.of(
                List.of(base.side(), one.side()), policy, MismatchPolicy.ALLOWED, RunVariance.NONE, report.madeAt());
        differences.addAll(comparison.differences());
        return comparison.result().compared();
    }

    private static Figure figure(Configuration one, Measure measure, LoadLevel load, List<ComparedMeasure> compared) {
        return new Figure(
                mean(one.stepsAt(load), measure),
                compared.stream()
                        .filter(it -> it.measure().equals(measure)
                                && it.question().load() == load.load()
                                && it.question().loadKind() == load.kind())
                        .findFirst());
    }

    /** Over the steps in which it is known. */
    static OptionalDouble mean(List<MeasuredStep> steps, Measure measure) {
        return steps.stream()
                .map(step -> value(step, measure))
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }

    private static OptionalDouble value(MeasuredStep step, Measure measure) {
        if (measure.equals(Measure.outputTokens())) {
            return outputTokens(step);
        }
        Metric metric = Metric.parse(measure.name());
        MetricRow row = step.result().metrics().get(metric);
        if (row == null || step.unfitMetrics().contains(metric)) {
            return OptionalDouble.empty();
        }
        OptionalLong nanos = row.p99Nanos();
        return nanos.isPresent() ? OptionalDouble.of((double) nanos.getAsLong()) : OptionalDouble.empty();
    }

    /** Output tokens of ok requests per second of the measured part; empty where tokens or the length are not known. */
    static OptionalDouble outputTokens(MeasuredStep step) {
        if (step.hasUnfitTokens()) {
            return OptionalDouble.empty();
        }
        StepResultRow result = step.result();
        long tokens = step.counts().outputTokens();
        double seconds = result.measureUntil()
                .map(until -> Duration.between(result.measureFrom(), until).toNanos() / NANOS_PER_SECOND)
                .orElse(0.0);
        return tokens > 0 && seconds > 0 ? OptionalDouble.of(tokens / seconds) : OptionalDouble.empty();
    }
}
