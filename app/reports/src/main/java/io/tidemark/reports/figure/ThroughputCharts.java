package io.tidemark.reports.figure;

import io.tidemark.reports.chart.CurvePoint;
import io.tidemark.reports.chart.LimitLine;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** What was delivered a second, at each load of each phase: output tokens, and requests within the SLO's latencies. */
final class ThroughputCharts {
    private final ReportModel model;
    private final Function<PhaseReport, Stream<StepReport>> steps;
    private final List<LimitLine> failures;

    /** @param failures uprights where requests were not ok */
    ThroughputCharts(ReportModel model, Function<PhaseReport, Stream<StepReport>> steps, List<LimitLine> failures) {
        this.model = model;
        this.steps = steps;
        this.failures = failures;
    }

    /** Empty where no tokens were counted. */
    Optional<LoadChart> throughput() {
        if (isUnknown(StepReport::outputTokensPerSecond)) {
            return Optional.empty();
        }
        return Optional.of(new LoadChart(
                "throughput",
                "Throughput against load",
                "Output tokens per second",
                "Output tokens of the measured ok requests per second, from the start of the measured part until the step's"
                        + " last request ended.",
                point(StepReport::outputTokensPerSecond),
                failures,
                data("output tok/s", StepReport::outputTokensPerSecond)));
    }

    private static Function<StepReport, CurvePoint> point(Function<StepReport, OptionalDouble> rate) {
        return step -> CurvePoint.of(step.load(), rate.apply(step).orElse(Double.NaN));
    }

    private boolean isUnknown(Function<StepReport, OptionalDouble> rate) {
        return model.phases().stream()
                .flatMap(steps)
                .noneMatch(step -> rate.apply(step).isPresent());
    }

    /** Empty where no SLO says what a good request is, where that is not known of any step, or the store has the requests no longer. */
    Optional<LoadChart> goodput() {
        return isUnknown(StepReport::goodRequestsPerSecond)
                ? Optional.empty()
                : Optional.of(new LoadChart(
                        "goodput",
                        "Goodput against load",
                        "Good requests per second",
                        "Requests per second that were ok and each within every latency limit of the SLO (those on ITL aside), over"
                                + " the same time as throughput. Where it stops rising with the load, more load only makes"
                                + " requests late.",
                        point(StepReport::goodRequestsPerSecond),
                        failures,
                        data("good req/s", StepReport::goodRequestsPerSecond)));
    }

    private Block.Table data(String name, Function<StepReport, OptionalDouble> rate) {
        return new Block.Table(
                List.of(Column.left("phase"), Column.right("load"), Column.right(name)),
                model.phases().stream()
                        .flatMap(phase -> steps.apply(phase).map(step -> row(phase, step, rate.apply(step))))
                        .toList());
    }

    private static List<Cell> row(PhaseReport phase, StepReport step, OptionalDouble rate) {
        return List.of(
                Cell.of(phase.phase()),
                Cell.of(ValueText.load(step.loadKind(), step.load())),
                rate.isPresent() ? Cell.of(ValueText.digits(rate.getAsDouble())) : ValueFormat.NOT_KNOWN);
    }
}
