package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.QualityFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the models' answers were worth, beside how fast they came. */
final class QualityTable {
    private final Comparison comparison;

    QualityTable(Comparison comparison) {
        this.comparison = comparison;
    }

    /** A row for each phase, a column for each task: its value, ± the standard error. Empty where no phase was evaluated. */
    static List<Block> ofPhases(List<ComparedSide> phases) {
        Set<String> tasks = tasks(phases.stream());
        if (tasks.isEmpty()) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>(List.of(Column.left("quality")));
        tasks.forEach(task -> columns.add(Column.right(task)));
        return List.of(new Block.Table(
                columns,
                phases.stream()
                        .map(phase -> Stream.concat(
                                        Stream.of(Cell.of(phase.name())),
                                        tasks.stream().map(task -> Cell.of(values(phase, task))))
                                .toList())
                        .toList()));
    }

    private static Set<String> tasks(Stream<ComparedSide> sides) {
        return sides.flatMap(side -> side.runs().stream())
                .flatMap(run -> run.quality().stream())
                .map(QualityFormat::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Empty where neither side was evaluated. */
    List<Block> blocks() {
        Set<String> tasks = tasks(Stream.of(comparison.base(), comparison.candidate()));
        if (tasks.isEmpty()) {
            return List.of();
        }
        List<List<Cell>> rows = new ArrayList<>();
        tasks.forEach(task -> rows.add(row(task)));
        return List.of(new Block.Table(
                List.of(
                        Column.left("quality"),
                        Column.right(comparison.base().name()),
                        Column.right(comparison.candidate().name()),
                        Column.right("change (95 % CI)"),
                        Column.left("verdict")),
                rows));
    }

    private List<Cell> row(String task) {
        Optional<ComparedMeasure> judged = comparison.result().compared().stream()
                .filter(one -> one.measure().family().isEvaluation()
                        && one.measure().name().equals(task))
                .findFirst();
        return List.of(
                Cell.of(task),
                Cell.of(values(comparison.base(), task)),
                Cell.of(values(comparison.candidate(), task)),
                Cell.of(judged.map(ChangeFormat::change).orElse("")),
                judged.map(one -> new Cell(one.verdict().name(), DifferenceTable.tone(one.verdict())))
                        .orElse(new Cell("not compared", Tone.MUTED)));
    }

    private static String values(ComparedSide side, String task) {
        return side.runs().stream()
                .flatMap(run -> run.quality().stream())
                .filter(row -> QualityFormat.name(row).equals(task))
                .map(QualityFormat::value)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
