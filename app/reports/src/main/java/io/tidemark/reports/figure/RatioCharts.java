package io.tidemark.reports.figure;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.chart.CurvePoint;
import io.tidemark.reports.chart.LimitLine;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The share of requests that an objective limits, errors or good ones, at each load of each phase: drawn where a step breaks it. */
final class RatioCharts {
    static final List<ObjectiveKind> KINDS = List.of(ObjectiveKind.ERROR_RATIO, ObjectiveKind.GOOD_RATIO);

    private static final double PERCENT = 100;

    private final ReportModel model;
    private final Function<PhaseReport, Stream<StepReport>> steps;

    RatioCharts(ReportModel model, Function<PhaseReport, Stream<StepReport>> steps) {
        this.model = model;
        this.steps = steps;
    }

    /** Of the first objective of this kind that a step breaks. */
    Optional<LoadChart> of(ObjectiveKind kind) {
        return model.phases().stream()
                .flatMap(steps)
                .flatMap(step -> step.result().objectives().stream())
                .filter(objective -> objective.kind() == kind && objective.verdict() == Verdict.FAIL)
                .findFirst()
                .filter(objective -> KINDS.contains(kind))
                .map(this::chart);
    }

    private LoadChart chart(ObjectiveRow broken) {
        boolean errors = broken.kind() == ObjectiveKind.ERROR_RATIO;
        String what = errors ? "Errors" : "Good requests";
        String caption = (errors ? "Requests that were not ok" : "Requests that were ok and within the limits")
                + ", by the objective " + broken.objective()
                + ". Bands are the 95 % intervals of its verdicts. "
                + (errors ? "The shaded area violates the SLO." : "What is below the line violates the SLO.");
        return new LoadChart(
                errors ? "errors" : "good",
                what + " against load",
                what + " (% of requests)",
                caption,
                step -> judged(step, broken).map(row -> point(step.load(), row)).orElse(CurvePoint.gap(step.load())),
                List.of(new LimitLine(
                        percent(broken, broken.limit()),
                        "SLO " + ObjectiveFormat.amount(broken.kind(), broken.limit()),
                        errors ? LimitLine.Direction.ACROSS_SHADED_ABOVE : LimitLine.Direction.ACROSS)),
                data(what, broken));
    }

    private static Optional<ObjectiveRow> judged(StepReport step, ObjectiveRow broken) {
        return step.result().objectives().stream()
                .filter(row -> row.objective().equals(broken.objective()))
                .filter(row -> row.value().isPresent())
                .findFirst();
    }

    private static CurvePoint point(double load, ObjectiveRow row) {
        double value = row.value().getAsDouble();
        double low = percent(row, row.low().orElse(value));
        double high = percent(row, row.high().orElse(value));
        return new CurvePoint(load, percent(row, value), Math.min(low, high), Math.max(low, high));
    }

    /** As the objective limits it; the store keeps the share of bad requests. */
    private static double percent(ObjectiveRow row, double bad) {
        return PERCENT * (row.kind() == ObjectiveKind.GOOD_RATIO ? 1 - bad : bad);
    }

    private Block.Table data(String what, ObjectiveRow broken) {
        return new Block.Table(
                List.of(
                        Column.left("phase"),
                        Column.right("load"),
                        Column.right("n"),
                        Column.right(what),
                        Column.right("95 % CI")),
                model.phases().stream()
                        .flatMap(phase -> steps.apply(phase)
                                .flatMap(step -> judged(step, broken).map(row -> row(phase, step, row)).stream()))
                        .toList());
    }

    private static List<Cell> row(PhaseReport phase, StepReport step, ObjectiveRow row) {
        return List.of(
                Cell.of(phase.legend()),
                Cell.of(ValueText.load(step.loadKind(), step.load())),
                Cell.of(ValueText.count(row.count())),
                Cell.of(ObjectiveFormat.amount(row.kind(), row.value().getAsDouble())),
                Cell.of(ObjectiveFormat.range(row)));
    }
}
