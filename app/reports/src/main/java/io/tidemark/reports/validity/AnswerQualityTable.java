package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.QualityFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the phases' models answered, as it was imported, beside how fast they did: a phase that is faster because it answers worse is no better. */
public final class AnswerQualityTable {
    private final ReportModel model;

    public AnswerQualityTable(ReportModel model) {
        this.model = model;
    }

    /** Warnings of wrong answers, which a reader of the speed figures must not miss. */
    List<Block> warnings() {
        return model.phases().stream()
                .flatMap(phase -> rows(phase)
                        .filter(row -> QualityFormat.isScore(row) && row.value() == 0)
                        .map(row -> phase.phase() + " answered nothing right in " + QualityFormat.name(row)
                                + (row.n().isPresent()
                                        ? " (" + ValueText.count(row.n().getAsLong()) + " samples)"
                                        : "")
                                + ": its speed has no meaning until this is explained."))
                .distinct()
                .<Block>map(description -> new Block.Callout(description, Tone.BAD))
                .toList();
    }

    /** A row for each task, a column for each phase; none where no phase was evaluated. */
    public List<Block> blocks() {
        TreeSet<String> tasks = model.phases().stream()
                .flatMap(this::rows)
                .map(QualityFormat::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (tasks.isEmpty()) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>(List.of(Column.left("quality of answers")));
        model.phases().forEach(phase -> columns.add(Column.right(phase.phase())));
        return List.of(
                new Block.Table(columns, tasks.stream().map(this::row).toList()),
                Block.muted(
                        "Quality is as imported, ± its standard error. With intervals and verdicts: tidemark compare."));
    }

    private List<Cell> row(String task) {
        List<Cell> cells = new ArrayList<>(List.of(Cell.of(task)));
        model.phases().forEach(phase -> cells.add(cell(phase, task)));
        return cells;
    }

    private Cell cell(PhaseReport phase, String task) {
        List<QualityRow> rows =
                rows(phase).filter(row -> QualityFormat.name(row).equals(task)).toList();
        if (rows.isEmpty()) {
            return new Cell("not evaluated", Tone.MUTED);
        }
        boolean nothing = rows.stream().anyMatch(row -> QualityFormat.isScore(row) && row.value() == 0);
        return new Cell(
                rows.stream().map(QualityFormat::value).distinct().collect(Collectors.joining(", ")),
                nothing ? Tone.BAD : Tone.PLAIN);
    }

    private Stream<QualityRow> rows(PhaseReport phase) {
        return phase.validRuns().stream().flatMap(run -> run.quality().stream());
    }
}
