package io.tidemark.app.compare;

import io.tidemark.analysis.compare.Compared;
import io.tidemark.analysis.compare.Family;
import io.tidemark.analysis.compare.Question;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.events.LoadKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Figures of many phases at one load: a row for each figure, its change against the baseline in each cell, the best one marked. */
final class FigureRows {
    private static final String BEST = ", best";

    private final PhaseTable table;

    FigureRows(PhaseTable table) {
        this.table = table;
    }

    /** Empty where nothing is known there. */
    List<Block> at(LoadLevel load) {
        List<List<Cell>> rows = table.comparisons().stream()
                .flatMap(comparison -> comparison.result().compared().stream())
                .map(Compared::question)
                .filter(question -> question.loadKind() == load.kind() && question.load() == load.load())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .map(this::row)
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>(
                List.of(Column.left(load.kind() == LoadKind.UNKNOWN ? "quality" : "at " + load.words())));
        table.sides().forEach(side -> columns.add(Column.right(side.name())));
        return List.of(new Block.Table(columns, rows));
    }

    private List<Cell> row(Question question) {
        List<Optional<Compared>> compared = table.comparisons().stream()
                .map(comparison -> comparison.result().compared().stream()
                        .filter(one -> one.question().equals(question))
                        .findFirst())
                .toList();
        Compared any = compared.stream().flatMap(Optional::stream).findFirst().orElseThrow();
        List<Double> values = new ArrayList<>(List.of(any.base().center()));
        compared.forEach(
                one -> values.add(one.map(it -> it.candidate().center()).orElse(Double.NaN)));
        int best = best(question.measure().family(), values);
        List<Cell> row = new ArrayList<>(List.of(Cell.of(question.measure().label())));
        row.add(new Cell(
                ChangeWords.value(question.measure(), any.base().center()) + (best == 0 ? BEST : ""),
                best == 0 ? Tone.GOOD : Tone.PLAIN));
        for (int i = 0; i < compared.size(); i++) {
            boolean isBest = best == i + 1;
            row.add(compared.get(i).map(one -> cell(one, isBest)).orElse(new Cell("", Tone.MUTED)));
        }
        return row;
    }

    private static Cell cell(Compared one, boolean isBest) {
        String change = ChangeWords.shortly(
                one.measure().family(), one.base().center(), one.candidate().center(), one.margin());
        boolean decided = ComparisonAnswer.hints(one.verdict());
        String text = ChangeWords.value(one.measure(), one.candidate().center()) + ", " + change
                + (decided ? ", " + one.verdict() : "") + (isBest ? BEST : "");
        return new Cell(text, decided ? DifferenceTable.tone(one.verdict()) : isBest ? Tone.GOOD : Tone.PLAIN);
    }

    /** Position of the best value; -1 where several are. */
    private static int best(Family family, List<Double> values) {
        Comparator<Double> better = family.lowerIsBetter() ? Comparator.naturalOrder() : Comparator.reverseOrder();
        Double first =
                values.stream().filter(value -> !value.isNaN()).min(better).orElse(Double.NaN);
        int[] at = IntStream.range(0, values.size())
                .filter(i -> Objects.equals(values.get(i), first))
                .toArray();
        return at.length == 1 ? at[0] : -1;
    }
}
