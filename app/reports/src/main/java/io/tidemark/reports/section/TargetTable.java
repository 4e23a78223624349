package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.model.TargetShare;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What each of several targets served, so that a slow one among them is seen. */
public final class TargetTable {
    private final ReportModel model;

    public TargetTable(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        List<Block> table = new StepPartsTable(
                        "By target",
                        "By target, p50 / p95 / p99 of the ok requests:",
                        List.of(
                                Column.left("target"),
                                Column.right("n"),
                                Column.right("share"),
                                Column.right("expected share"),
                                Column.right("errors"),
                                Column.right("TTFT"),
                                Column.right("TPOT"),
                                Column.right("E2E"),
                                Column.right("cache hits")),
                        TargetTable::rows)
                .blocks(model);
        if (table.isEmpty()) {
            return table;
        }
        List<Block> blocks = new ArrayList<>(table);
        blocks.add(Block.muted(
                "Objectives, verdicts and breaches are of all targets together. cache hits: share of the tokens that"
                        + " the prefix cache of the target was asked for and held, by its own counters."));
        return blocks;
    }

    private static Stream<List<Cell>> rows(RunReport run, StepReport step) {
        return step.detail().targets().stream()
                .map(target -> row(run, target, step.result().flags()));
    }

    private static List<Cell> row(RunReport run, TargetShare target, List<String> flags) {
        Map<Metric, MetricRow> metrics = target.result().metrics();
        OptionalDouble hits = target.cacheHitShare();
        return List.of(
                Cell.of(target.target()),
                Cell.of(ValueText.count(target.result().counts().due())),
                new Cell(
                        ValueText.percent(target.share()) + (target.isUneven() ? " uneven" : ""),
                        target.isUneven() ? Tone.DOUBT : Tone.PLAIN),
                Cell.of(ValueText.percent(target.expectedShare())),
                new Cell(ValueText.count(target.failed()), target.failed() > 0 ? Tone.DOUBT : Tone.PLAIN),
                ValueFormat.percentiles(metrics, run.streamed() ? run.firstTokenMetric() : Metric.TTFT, flags),
                ValueFormat.percentiles(metrics, Metric.TPOT, flags),
                ValueFormat.percentiles(metrics, Metric.E2E, flags),
                Cell.of(hits.isPresent() ? ValueText.percent(hits.getAsDouble()) : ""));
    }
}
