package io.tidemark.reports.tune;

import io.tidemark.analysis.measure.Measure;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
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
        List<MeasuredStep> steps = one.stepsAt(load);
        OptionalDouble tokens = FigureTable.mean(steps, Measure.outputTokens());
        int gpus = GpuCount.of(one);
        return tokens.isEmpty()
                ? Optional.empty()
                : Optional.of(new ThroughputPoint(
                        one,
                        load,
                        gpus,
                        tokens.getAsDouble() / gpus,
                        FigureTable.mean(steps, Measure.quantile(Metric.TTFT, FigureTable.QUANTILE)),
                        FigureTable.mean(steps, Measure.quantile(Metric.TPOT, FigureTable.QUANTILE))));
    }
}
