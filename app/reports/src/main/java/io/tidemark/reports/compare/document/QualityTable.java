package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.QualityFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the models' answers were worth, beside how fast they came. */
final class QualityTable {
    private QualityTable() {}

    /** A row for each phase, a column for each task: its value, ± the standard error. Empty where no phase was evaluated. */
    static List<Block> ofPhases(List<ComparedSide> phases) {
        List<String> tasks = tasks(phases);
        Columns<ComparedSide> columns = new Columns<ComparedSide>().left("quality", ComparedSide::name);
        tasks.forEach(task -> columns.right(task, side -> values(side, task)));
        return tasks.isEmpty() ? List.of() : List.of(columns.table(phases));
    }

    /** A row for each task. Empty where neither side was evaluated. */
    static List<Block> of(Comparison comparison) {
        List<String> tasks = tasks(List.of(comparison.base(), comparison.candidate()));
        Columns<String> columns = new Columns<String>()
                .left("quality", task -> task)
                .right(comparison.base().name(), task -> values(comparison.base(), task))
                .right(comparison.candidate().name(), task -> values(comparison.candidate(), task))
                .right(
                        "change (95 % CI)",
                        task -> judged(comparison, task)
                                .map(ChangeFormat::change)
                                .orElse(""))
                .leftCell(
                        "verdict",
                        task -> judged(comparison, task)
                                .map(one -> new Cell(one.verdict().name(), DifferenceTable.tone(one.verdict())))
                                .orElse(new Cell("not compared", Tone.MUTED)));
        return tasks.isEmpty() ? List.of() : List.of(columns.table(tasks));
    }

    private static List<String> tasks(List<ComparedSide> sides) {
        return sides.stream()
                .flatMap(side -> side.runs().stream())
                .flatMap(run -> run.quality().stream())
                .map(QualityFormat::name)
                .distinct()
                .sorted()
                .toList();
    }

    private static Optional<ComparedMeasure> judged(Comparison comparison, String task) {
        return comparison.result().compared().stream()
                .filter(one -> one.measure().family().isEvaluation()
                        && one.measure().name().equals(task))
                .findFirst();
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
