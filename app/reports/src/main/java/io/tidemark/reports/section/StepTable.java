package io.tidemark.reports.section;

import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportedMetric;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** The table of steps: a row each, with intervals and the verdict. */
final class StepTable {
    private static final Cell NOT_KNOWN = new Cell("not known", Tone.MUTED);

    private final ReportModel model;
    private final List<ReportedMetric> shown;

    StepTable(ReportModel model) {
        this.model = model;
        this.shown = ReportedMetric.all(model);
    }

    Block.Table block() {
        List<List<Cell>> rows = model.phases().stream()
                .flatMap(phase -> phase.runs().stream())
                .flatMap(run -> run.steps().stream().map(step -> row(run, step)))
                .toList();
        return new Block.Table(columns(), rows);
    }

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.left("phase"));
        columns.add(Column.right(oneKind() ? ValueText.loadUnit(model.loadKind()) : "load"));
        columns.add(Column.right(anyWorth() ? "n (eff.)" : "n"));
        shown.forEach(metric -> columns.add(Column.right(metric.name() + " (95 % CI)")));
        columns.add(Column.right("tok/s"));
        columns.add(Column.right("errors"));
        columns.add(Column.left("verdict"));
        return columns;
    }

    private List<Cell> row(RunReport run, StepReport step) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(run.run().phase()));
        cells.add(Cell.of(
                oneKind()
                        ? ValueText.loadNumber(model.loadKind(), step.load())
                        : ValueText.load(step.loadKind(), step.load())));
        boolean counted =
                run.run().imported().isEmpty() || step.result().counts().due() > 0;
        cells.add(
                counted
                        ? Cell.of(ValueText.count(step.result().counts().due())
                                + EffectiveSampleSize.format(step.result().objectives()))
                        : NOT_KNOWN);
        Set<Metric> unfit = FigureDoubt.unfitMetrics(step.result().flags());
        shown.forEach(metric -> cells.add(
                (counted || step.figuresOnly()) && !unfit.contains(metric.metric())
                        ? EffectiveSampleSize.cell(step, metric)
                        : NOT_KNOWN));
        OptionalDouble tokens = step.outputTokensPerSecond();
        cells.add(Cell.of(tokens.isPresent() ? ValueText.digits(tokens.getAsDouble()) : ""));
        cells.add(
                counted
                        ? new Cell(ValueText.count(step.failed()), step.failed() > 0 ? Tone.DOUBT : Tone.PLAIN)
                        : NOT_KNOWN);
        cells.add(verdict(run, step));
        return cells;
    }

    private boolean anyWorth() {
        return model.phases().stream()
                .flatMap(phase -> phase.steps().stream())
                .anyMatch(step ->
                        !EffectiveSampleSize.format(step.result().objectives()).isEmpty());
    }

    private static Cell verdict(RunReport run, StepReport step) {
        if (!run.valid()) {
            return new Cell("INVALID", Tone.BAD);
        }
        String soFar = step.result().isOver() ? "" : " so far";
        return switch (step.result().verdict()) {
            case PASS -> new Cell("pass" + soFar, Tone.GOOD);
            case FAIL -> new Cell("FAIL " + subjects(step, Verdict.FAIL) + soFar, Tone.BAD);
            case INCONCLUSIVE -> new Cell("INCONCLUSIVE" + needs(step) + soFar, Tone.DOUBT);
            case INVALID -> new Cell("INVALID", Tone.BAD);
            case UNKNOWN -> new Cell("not judged", Tone.MUTED);
        };
    }

    private static String subjects(StepReport step, Verdict verdict) {
        return step.result().objectives().stream()
                .filter(objective -> objective.verdict() == verdict)
                .map(ObjectiveFormat::subject)
                .collect(Collectors.joining(", "));
    }

    private static String needs(StepReport step) {
        List<ObjectiveRow> open = step.result().objectives().stream()
                .filter(objective -> objective.verdict() == Verdict.INCONCLUSIVE)
                .toList();
        Set<Metric> unfit = FigureDoubt.unfitMetrics(step.result().flags());
        String unknown = open.stream()
                .filter(objective -> objective.metric().filter(unfit::contains).isPresent())
                .map(ObjectiveFormat::subject)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            return ": " + unknown + " not known"; // no number of requests decides it
        }
        String requests =
                open.stream().map(ObjectiveRow::neededRequests).flatMapToLong(OptionalLong::stream).max().stream()
                        .mapToObj(needed -> ": needs " + ValueText.count(needed) + " requests")
                        .findFirst()
                        .orElse("");
        return requests + EffectiveSampleSize.shortRunNote(step, open);
    }

    private boolean oneKind() {
        return model.phases().stream()
                        .flatMap(phase -> phase.steps().stream())
                        .map(StepReport::loadKind)
                        .distinct()
                        .count()
                <= 1;
    }
}
