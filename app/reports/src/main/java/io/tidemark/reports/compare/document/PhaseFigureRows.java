package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Note;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.run.LoadLevel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Figures of many phases at one load: a row for each figure (for each phase where there are many), its change against the baseline in each cell, the best one marked. */
final class PhaseFigureRows {
    private static final String BEST = ", best";
    private static final String NOT_COMPARED = "not compared";

    /** With more phases than in the usual plan of a tuning, each is a row. */
    private static final int MAX_COLUMNS = 8;

    private final MultiPhaseComparison table;

    PhaseFigureRows(MultiPhaseComparison table) {
        this.table = table;
    }

    /** Empty where nothing is known there. */
    List<Block> at(LoadLevel load) {
        List<List<Cell>> rows = table.comparisons().stream()
                .flatMap(comparison -> questions(comparison.result()))
                .filter(question -> LoadLevel.of(question).equals(load))
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .map(this::row)
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        String title = load.kind() == LoadKind.UNKNOWN ? "quality" : "at " + load.format();
        return List.of(table.sides().size() > MAX_COLUMNS ? turned(title, rows) : upright(title, rows));
    }

    private Block.Table upright(String title, List<List<Cell>> rows) {
        List<Column> columns = new ArrayList<>(List.of(Column.left(title)));
        table.sides().forEach(side -> columns.add(Column.right(side.name())));
        return new Block.Table(columns, rows);
    }

    /** A row for each phase, for a table that would be too wide. */
    private Block.Table turned(String title, List<List<Cell>> rows) {
        List<Column> columns = new ArrayList<>(List.of(Column.left(title)));
        rows.forEach(row -> columns.add(Column.right(row.get(0).text())));
        List<List<Cell>> byPhase = new ArrayList<>();
        for (int side = 0; side < table.sides().size(); side++) {
            List<Cell> ofPhase =
                    new ArrayList<>(List.of(Cell.of(table.sides().get(side).name())));
            int column = side + 1;
            rows.forEach(row -> ofPhase.add(row.get(column)));
            byPhase.add(ofPhase);
        }
        return new Block.Table(columns, byPhase);
    }

    private static Stream<MeasureAtLoad> questions(RunComparison comparison) {
        return Stream.concat(
                comparison.compared().stream().map(ComparedMeasure::question),
                comparison.beyondHeldLoad().stream().map(RunComparison.LeftOut::question));
    }

    /**
     * What a later phase answered beside the base.
     *
     * @param cell without the mark of the best
     */
    private record Answer(double base, double value, boolean isCompared, Cell cell) {
        static Optional<Answer> to(MeasureAtLoad question, RunComparison comparison) {
            return comparison.compared().stream()
                    .filter(one -> one.question().equals(question))
                    .findFirst()
                    .map(one -> new Answer(one.base().mean(), one.candidate().mean(), true, compared(one)))
                    .or(() -> comparison.beyondHeldLoad().stream()
                            .filter(one -> one.question().equals(question))
                            .findFirst()
                            .map(one -> new Answer(
                                    one.base().mean(), one.candidate().mean(), false, leftOut(one))));
        }
    }

    private List<Cell> row(MeasureAtLoad question) {
        List<Optional<Answer>> answers = table.comparisons().stream()
                .map(comparison -> Answer.to(question, comparison.result()))
                .toList();
        double base = answers.stream()
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow()
                .base();
        List<Double> values = new ArrayList<>(List.of(base));
        answers.forEach(one ->
                values.add(one.filter(Answer::isCompared).map(Answer::value).orElse(Double.NaN)));
        int best = best(question.measure().family(), values);
        List<Cell> row = new ArrayList<>(List.of(Cell.of(question.measure().label())));
        row.add(cell(Cell.of(ChangeFormat.value(question.measure(), base)), best == 0));
        for (int i = 0; i < answers.size(); i++) {
            boolean isBest = best == i + 1;
            row.add(answers.get(i).map(one -> cell(one.cell(), isBest)).orElse(new Cell("", Tone.MUTED)));
        }
        return row;
    }

    private static Cell cell(Cell cell, boolean isBest) {
        return isBest
                ? new Cell(cell.text() + BEST, cell.tone() == Tone.PLAIN ? Tone.GOOD : cell.tone(), cell.notes())
                : cell;
    }

    private static Cell compared(ComparedMeasure one) {
        String change = ChangeFormat.shortly(
                one.measure().family(), one.base().mean(), one.candidate().mean(), one.margin());
        boolean decided = PhaseDecision.isChange(one.verdict());
        return new Cell(
                ChangeFormat.value(one.measure(), one.candidate().mean()) + ", " + change
                        + (decided ? ", " + one.verdict() : ""),
                decided ? DifferenceTable.tone(one.verdict()) : Tone.PLAIN);
    }

    private static Cell leftOut(RunComparison.LeftOut one) {
        String value =
                ChangeFormat.value(one.question().measure(), one.candidate().mean());
        return new Cell(value + ", " + NOT_COMPARED, Tone.MUTED).noted(new Note(NOT_COMPARED, one.reason()));
    }

    /** Position of the best of the values that are compared; -1 where several are, or there is nothing to compare. */
    private static int best(MeasureFamily family, List<Double> values) {
        Comparator<Double> better = family.lowerIsBetter() ? Comparator.naturalOrder() : Comparator.reverseOrder();
        List<Double> known =
                values.stream().filter(value -> !value.isNaN()).sorted(better).toList();
        boolean isAlone = known.size() < 2 || known.get(0).equals(known.get(1));
        return isAlone ? -1 : values.indexOf(known.get(0));
    }
}
