package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.sinks.store.read.StepResultRow;
import java.util.List;
import java.util.stream.Stream;

/** Percentiles of the request classes: turns, data sets, cached answers and whatever a plan labels. */
final class ClassTable {
    private final ReportModel model;

    ClassTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream()
                .flatMap(run -> run.steps().stream().flatMap(step -> rows(run, step)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading("By class"),
                Block.plain("By class of request, p50 / p95 / p99 of the ok ones:"),
                SparseTable.of(
                        List.of(
                                Column.left("phase"),
                                Column.right("load"),
                                Column.left("class"),
                                Column.right("n"),
                                Column.right("not ok"),
                                Column.right("TTFT"),
                                Column.right("TPOT"),
                                Column.right("E2E")),
                        rows));
    }

    private Stream<List<Cell>> rows(RunReport run, StepReport step) {
        return step.detail().classes().stream()
                .filter(result -> RequestClass.isPartOfAll(result.requestClass()))
                .map(result -> row(run, result));
    }

    private static List<Cell> row(RunReport run, StepResultRow result) {
        long notOk = result.counts().due() - result.counts().ok();
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(Figures.load(result.loadKind(), result.load())),
                Cell.of(result.requestClass()),
                Cell.of(Figures.count(result.counts().due())),
                new Cell(Figures.count(notOk), notOk > 0 ? Tone.DOUBT : Tone.PLAIN),
                Cell.of(Figures.percentiles(result, run.streamed() ? run.firstTokenMetric() : Metric.TTFT)),
                Cell.of(Figures.percentiles(result, Metric.TPOT)),
                Cell.of(Figures.percentiles(result, Metric.E2E)));
    }
}
