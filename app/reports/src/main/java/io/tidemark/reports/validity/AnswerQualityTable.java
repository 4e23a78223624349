package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.QualityFormat;
import io.tidemark.reports.model.PhaseReport;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the phases' models answered, as it was imported, beside how fast they did: a phase that is faster because it answers worse is no better. */
public final class AnswerQualityTable {
    private AnswerQualityTable() {}

    /** Warnings of wrong answers, which a reader of the speed figures must not miss. */
    static List<Block> warnings(ReportModel model) {
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
    public static List<Block> blocks(ReportModel model) {
        List<String> tasks = model.phases().stream()
                .flatMap(AnswerQualityTable::rows)
                .map(QualityFormat::name)
                .distinct()
                .sorted()
                .toList();
        Columns<String> columns = new Columns<String>().left("quality of answers", task -> task);
        model.phases().forEach(phase -> columns.rightCell(phase.phase(), task -> cell(phase, task)));
        return tasks.isEmpty()
                ? List.of()
                : List.of(
                        columns.table(tasks),
                        Block.muted(
                                "Quality is as imported, ± its standard error. With intervals and verdicts: tidemark compare."));
    }

    private static Cell cell(PhaseReport phase, String task) {
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

    private static Stream<QualityRow> rows(PhaseReport phase) {
        return phase.validRuns().stream().flatMap(run -> run.quality().stream());
    }
}
