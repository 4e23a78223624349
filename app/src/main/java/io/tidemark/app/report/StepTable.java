package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.sinks.store.read.ObjectiveRow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The table of steps: a row each, with intervals and the verdict. */
final class StepTable {
    private static final Cell NOT_KNOWN = new Cell("not known", Tone.MUTED);

    private final ReportModel model;
    private final List<ShownMetric> shown;

    StepTable(ReportModel model) {
        this.model = model;
        this.shown = ShownMetric.all(model);
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
        columns.add(Column.right(oneKind() ? Figures.unit(kind()) : "load"));
        columns.add(Column.right(anyWorth() ? "n (eff.)" : "n"));
        shown.forEach(metric -> columns.add(Column.right(metric.name() + " (95 % CI)")));
        columns.add(Column.right("tok/s"));
        columns.add(Column.right("not ok"));
        columns.add(Column.left("verdict"));
        return columns;
    }

    private List<Cell> row(RunReport run, StepReport step) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(run.run().phase()));
        cells.add(Cell.of(
                oneKind() ? Figures.bareLoad(kind(), step.load()) : Figures.load(step.loadKind(), step.load())));
        boolean counted =
                run.run().imported().isEmpty() || step.result().counts().due() > 0;
        cells.add(counted ? Cell.of(Figures.count(step.result().counts().due()) + StepWorth.words(step)) : NOT_KNOWN);
        shown.forEach(metric -> cells.add(counted || step.figuresOnly() ? StepWorth.cell(step, metric) : NOT_KNOWN));
        OptionalDouble tokens = step.outputTokensPerSecond();
        cells.add(Cell.of(tokens.isPresent() ? Figures.digits(tokens.getAsDouble()) : ""));
        cells.add(
                counted
                        ? new Cell(Figures.count(step.notOk()), step.notOk() > 0 ? Tone.DOUBT : Tone.PLAIN)
                        : NOT_KNOWN);
        cells.add(verdict(run, step));
        return cells;
    }

    private boolean anyWorth() {
        return model.phases().stream()
                .flatMap(phase -> phase.steps().stream())
                .anyMatch(step -> !StepWorth.words(step).isEmpty());
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
                .map(ObjectiveWords::subject)
                .collect(Collectors.joining(", "));
    }

    private static String needs(StepReport step) {
        List<ObjectiveRow> open = step.result().objectives().stream()
                .filter(objective -> objective.verdict() == Verdict.INCONCLUSIVE)
                .toList();
        String requests =
                open.stream().map(ObjectiveRow::neededRequests).flatMapToLong(OptionalLong::stream).max().stream()
                        .mapToObj(needed -> ": needs " + Figures.count(needed) + " requests")
                        .findFirst()
                        .orElse("");
        return requests + StepWorth.alone(step, open);
    }

    private boolean oneKind() {
        return model.phases().stream()
                        .flatMap(phase -> phase.steps().stream())
                        .map(StepReport::loadKind)
                        .distinct()
                        .count()
                <= 1;
    }

    private LoadKind kind() {
        return model.phases().stream()
                .flatMap(phase -> phase.steps().stream())
                .map(StepReport::loadKind)
                .findFirst()
                .orElse(LoadKind.RATE);
    }
}
