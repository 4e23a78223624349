package io.tidemark.reports.tune;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.reports.compare.ComparedStep;
import io.tidemark.reports.compare.LoadLevel;
import io.tidemark.schemas.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a configuration delivers per GPU at the highest load that it does not fail at, and how fast.
 *
 * @param tokensPerGpu output tokens per second and GPU
 * @param ttftNanos TTFT p99 from when a request was sent; empty if it is not known
 * @param tpotNanos TPOT p99
 */
public record ThroughputPoint(
        Configuration configuration,
        LoadLevel load,
        int gpus,
        double tokensPerGpu,
        OptionalDouble ttftNanos,
        OptionalDouble tpotNanos) {
    private static final double QUANTILE = 0.99;

    /** Of each configuration that does not fail at every load. */
    public static List<ThroughputPoint> of(TuneReport report) {
        List<ThroughputPoint> points = new ArrayList<>();
        report.measured().forEach(one -> of(one).ifPresent(points::add));
        return points;
    }

    private static Optional<ThroughputPoint> of(Configuration one) {
        return one.loads().descendingSet().stream()
                .filter(load -> !CommonLoad.fails(one, load))
                .findFirst()
                .flatMap(load -> at(one, load));
    }

    private static Optional<ThroughputPoint> at(Configuration one, LoadLevel load) {
        List<ComparedStep> steps = one.stepsAt(load);
        OptionalDouble tokens = mean(steps, Measure.outputTokens());
        int gpus = GpuCount.of(one);
        return tokens.isEmpty()
                ? Optional.empty()
                : Optional.of(new ThroughputPoint(
                        one,
                        load,
                        gpus,
                        tokens.getAsDouble() / gpus,
                        mean(steps, Measure.quantile(Metric.TTFT, QUANTILE)),
                        mean(steps, Measure.quantile(Metric.TPOT, QUANTILE))));
    }

    private static OptionalDouble mean(List<ComparedStep> steps, Measure measure) {
        return steps.stream()
                .map(step -> FigureTable.value(step.result(), measure))
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }
}
