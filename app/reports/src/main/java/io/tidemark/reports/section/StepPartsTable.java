package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A table with rows for the parts of each step: its classes, turns, targets or servers. Phase and load come first in each row.
 *
 * @param heading above it
 * @param introduction one sentence
 * @param columns behind phase and load
 * @param parts the cells of these columns, of each part of a step
 */
record StepPartsTable(
        String heading,
        String introduction,
        List<Column> columns,
        BiFunction<RunReport, StepReport, Stream<List<Cell>>> parts) {
    /** Empty where no step has a part to show. */
    List<Block> blocks(ReportModel model) {
        List<List<Cell>> rows = model.runs().stream()
                .flatMap(run -> run.steps().stream().flatMap(step -> rows(run, step)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Column> all = new ArrayList<>(List.of(Column.left("phase"), Column.right("load")));
        all.addAll(columns);
        return List.of(new Block.Heading(heading), Block.plain(introduction), SparseTable.of(all, rows));
    }

    private Stream<List<Cell>> rows(RunReport run, StepReport step) {
        return parts.apply(run, step).map(cells -> {
            List<Cell> row = new ArrayList<>(
                    List.of(Cell.of(run.run().phase()), Cell.of(ValueText.load(step.loadKind(), step.load()))));
            row.addAll(cells);
            return row;
        });
    }
}
