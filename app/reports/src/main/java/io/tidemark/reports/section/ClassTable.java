package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.List;
import java.util.stream.Stream;

/** Percentiles of the request classes: turns, data sets, cached answers and whatever a plan labels. */
public final class ClassTable {
    private final ReportModel model;

    public ClassTable(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        return new StepPartsTable(
                        "By class",
                        "By class of request, p50 / p95 / p99 of the ok ones:",
                        List.of(
                                Column.left("class"),
                                Column.right("n"),
                                Column.right("errors"),
                                Column.right("TTFT"),
                                Column.right("TPOT"),
                                Column.right("E2E")),
                        this::rows)
                .blocks(model);
    }

    private Stream<List<Cell>> rows(RunReport run, StepReport step) {
        return step.detail().classes().stream()
                .filter(result -> RequestClass.isPartOfAll(result.requestClass()))
                .map(result -> row(run, result));
    }

    private static List<Cell> row(RunReport run, StepResultRow result) {
        long failed = result.counts().failed();
        return List.of(
                Cell.of(result.requestClass()),
                Cell.of(ValueText.count(result.counts().due())),
                new Cell(ValueText.count(failed), failed > 0 ? Tone.DOUBT : Tone.PLAIN),
                Cell.of(ValueFormat.percentiles(result, run.streamed() ? run.firstTokenMetric() : Metric.TTFT)),
                Cell.of(ValueFormat.percentiles(result, Metric.TPOT)),
                Cell.of(ValueFormat.percentiles(result, Metric.E2E)));
    }
}
