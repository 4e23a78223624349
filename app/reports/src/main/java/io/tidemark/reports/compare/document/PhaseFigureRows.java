package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.LoadLevel;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Figures of many phases at one load: a row for each figure (for each phase where there are many), its change against the baseline in each cell, the best one marked. */
final class PhaseFigureRows {
    private static final String BEST = ", best";

    /** With more phases than in the usual plan of a tuning, each is a row. */
    private static final int MAX_COLUMNS = 8;

    private final MultiPhaseComparison table;

    PhaseFigureRows(MultiPhaseComparison table) {
        this.table = table;
    }

    /** Empty where nothing is known there. */
    List<Block> at(LoadLevel load) {
        List<List<Cell>> rows = table.comparisons().stream()
                .flatMap(comparison -> comparison.result().compared().stream())
                .map(ComparedMeasure::question)
                .filter(question -> question.loadKind() == load.kind() && question.load() == load.load())
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

    private List<Cell> row(MeasureAtLoad question) {
        List<Optional<ComparedMeasure>> compared = table.comparisons().stream()
                .map(comparison -> comparison.result().compared().stream()
                        .filter(one -> one.question().equals(question))
                        .findFirst())
                .toList();
        ComparedMeasure any =
                compared.stream().flatMap(Optional::stream).findFirst().orElseThrow();
        List<Double> values = new ArrayList<>(List.of(any.base().mean()));
        compared.forEach(one -> values.add(one.map(it -> it.candidate().mean()).orElse(Double.NaN)));
        int best = best(question.measure().family(), values);
        List<Cell> row = new ArrayList<>(List.of(Cell.of(question.measure().label())));
        row.add(new Cell(
                ChangeFormat.value(question.measure(), any.base().mean()) + (best == 0 ? BEST : ""),
                best == 0 ? Tone.GOOD : Tone.PLAIN));
        for (int i = 0; i < compared.size(); i++) {
            boolean isBest = best == i + 1;
            row.add(compared.get(i).map(one -> cell(one, isBest)).orElse(new Cell("", Tone.MUTED)));
        }
        return row;
    }

    private static Cell cell(ComparedMeasure one, boolean isBest) {
        String change = ChangeFormat.shortly(
                one.measure().family(), one.base().mean(), one.candidate().mean(), one.margin());
        boolean decided = PhaseDecision.isChange(one.verdict());
        String text = ChangeFormat.value(one.measure(), one.candidate().mean()) + ", " + change
                + (decided ? ", " + one.verdict() : "") + (isBest ? BEST : "");
        return new Cell(text, decided ? DifferenceTable.tone(one.verdict()) : isBest ? Tone.GOOD : Tone.PLAIN);
    }

    /** Position of the best value; -1 where several are. */
    private static int best(MeasureFamily family, List<Double> values) {
        Comparator<Double> better = family.lowerIsBetter() ? Comparator.naturalOrder() : Comparator.reverseOrder();
        Double first =
                values.stream().filter(value -> !value.isNaN()).min(better).orElse(Double.NaN);
        int[] at = IntStream.range(0, values.size())
                .filter(i -> Objects.equals(values.get(i), first))
                .toArray();
        return at.length == 1 ? at[0] : -1;
    }
}
