package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.CacheShareRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Prefix-cache share of each step: planned, and as the server says. */
final class CacheTable {
    private final ReportModel model;

    CacheTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream()
                .flatMap(run -> run.steps().stream().flatMap(step -> row(run, step)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(SparseTable.of(
                List.of(
                        Column.left("prefix cache"),
                        Column.right("load"),
                        Column.right("planned share"),
                        Column.right("measured"),
                        Column.left("from"),
                        Column.left("emptied before the step")),
                rows));
    }

    private static Stream<List<Cell>> row(RunReport run, StepReport step) {
        return step.detail().state().map(StepStateRow::cacheShare).stream()
                .filter(share -> !share.equals(CacheShareRow.NONE))
                .map(share -> List.of(
                        Cell.of(run.run().phase()),
                        Cell.of(ValueText.load(step.loadKind(), step.load())),
                        Cell.of(percent(share.planned())),
                        Cell.of(percent(share.measured())),
                        Cell.of(share.source()),
                        Cell.of(share.reset())));
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? ValueText.percent(share.getAsDouble()) : "";
    }
}
