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
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.List;
import java.util.Map;
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
                .map(result -> row(run, result, step.result().flags()));
    }

    private static List<Cell> row(RunReport run, StepResultRow result, List<String> flags) {
        long failed = result.counts().failed();
        Map<Metric, MetricRow> metrics = result.metrics();
        return List.of(
                Cell.of(result.requestClass()),
                Cell.of(ValueText.count(result.counts().due())),
                new Cell(ValueText.count(failed), failed > 0 ? Tone.DOUBT : Tone.PLAIN),
                ValueFormat.percentiles(metrics, run.streamed() ? run.firstTokenMetric() : Metric.TTFT, flags),
                ValueFormat.percentiles(metrics, Metric.TPOT, flags),
                ValueFormat.percentiles(metrics, Metric.E2E, flags));
    }
}
