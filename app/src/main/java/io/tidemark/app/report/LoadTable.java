package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** How each step's load came about: what was asked, drawn and sent, how late, and how many were in flight. */
final class LoadTable {
    private final ReportModel model;

    LoadTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream()
                .flatMap(run -> run.steps().stream().map(step -> row(run, step)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(SparseTable.of(
                List.of(
                        Column.left("load as it was"),
                        Column.right("asked"),
                        Column.right("drawn req/s"),
                        Column.right("lag p99"),
                        Column.right("in flight, at most"),
                        Column.left("tokens counted by")),
                rows));
    }

    private static List<Cell> row(RunReport run, StepReport step) {
        OptionalDouble drawn = step.result().drawnRate();
        OptionalLong lag = step.result().scheduleLagP99Nanos();
        OptionalInt peak = step.result().inFlightPeak();
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(Figures.load(step.loadKind(), step.load())),
                Cell.of(drawn.isPresent() ? Figures.digits(drawn.getAsDouble()) : ""),
                Cell.of(lag.isPresent() ? Figures.latency((double) lag.getAsLong()) : ""),
                Cell.of(peak.isPresent() ? Figures.count(peak.getAsInt()) : ""),
                Cell.of(TokenCounts.words(step)));
    }
}
