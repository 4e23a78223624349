package io.tidemark.reports.section;

import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.ReportedMetric;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The table of steps: a row each, with intervals and the verdict. */
final class StepTable {
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
                        : ValueFormat.NOT_KNOWN);
        shown.forEach(metric -> cells.add(
                (counted || step.figuresOnly()) && !step.isUnfit(metric.metric())
                        ? EffectiveSampleSize.cell(step, metric)
                        : ValueFormat.NOT_KNOWN));
        OptionalDouble tokens = step.outputTokensPerSecond();
        cells.add(
                step.hasUnfitTokens()
                        ? ValueFormat.NOT_KNOWN
                        : Cell.of(tokens.isPresent() ? ValueText.digits(tokens.getAsDouble()) : ""));
        cells.add(
                counted
                        ? new Cell(ValueText.count(step.failed()), step.failed() > 0 ? Tone.DOUBT : Tone.PLAIN)
                        : ValueFormat.NOT_KNOWN);
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
            return VerdictFormat.cell(Verdict.INVALID, "");
        }
        Verdict verdict = step.result().verdict();
        String detail = switch (verdict) {
            case FAIL -> " " + ObjectiveFormat.failed(step.result());
            case INCONCLUSIVE -> needs(run, step);
            case PASS, INVALID, UNKNOWN -> "";
        };
        return VerdictFormat.cell(verdict, detail + VerdictFormat.soFar(step.result()));
    }

    private static String needs(RunReport run, StepReport step) {
        List<ObjectiveRow> open = step.result().objectives().stream()
                .filter(objective -> objective.verdict() == Verdict.INCONCLUSIVE)
                .toList();
        String unknown = open.stream()
                .filter(objective -> run.leavesUnknown(step, objective))
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
