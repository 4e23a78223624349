package io.tidemark.reports.section;

import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.soak.SoakBlocks;
import io.tidemark.reports.soak.SoakTimeline;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A soak in slices: a row for each segment of a step, by when requests were due, and whether its latencies drifted. */
final class SegmentTable {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final int SECONDS_UP_TO = 600;

    /** The unit in which times are shown. */
    private record SegmentTimeUnit(String name, int seconds) {
        static SegmentTimeUnit of(double longestSeconds) {
            return longestSeconds <= SECONDS_UP_TO ? new SegmentTimeUnit("s", 1) : new SegmentTimeUnit("min", 60);
        }
    }

    private final ReportModel model;

    SegmentTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (RunReport run : model.runs()) {
            run.steps().stream()
                    .filter(step -> !step.detail().segments().isEmpty())
                    .forEach(step -> blocks.addAll(blocks(run, step)));
        }
        return blocks;
    }

    private static List<Block> blocks(RunReport run, StepReport step) {
        Metric first = run.firstTokenMetric();
        List<SegmentRow> segments = step.detail().segments();
        Instant start = step.result().measureFrom();
        SegmentTimeUnit unit = SegmentTimeUnit.of(
                seconds(start, end(segments.get(segments.size() - 1).result())));
        List<Block> blocks = new ArrayList<>();
        Block what = Block.plain(run.run().phase() + " at " + ValueText.load(step.loadKind(), step.load()) + " in "
                + segments.size() + " segments, by when requests were due; p50 / p95 / p99 of the ok ones:");
        Block table = SparseTable.of(
                List.of(
                        Column.right("due in"),
                        Column.right("n"),
                        Column.right("ok"),
                        Column.right(first.id()),
                        Column.right(Metric.TPOT.id()),
                        Column.right(Metric.ITL.id()),
                        Column.left("verdict")),
                segments.stream()
                        .map(segment -> row(time(start, segment.result(), unit), first, segment))
                        .toList());
        Optional<SoakTimeline> soak = step.detail().soak();
        if (soak.isEmpty()) {
            blocks.add(what);
            blocks.add(table);
            blocks.addAll(new SegmentDrift(first, segments).blocks());
            return blocks;
        }
        blocks.add(new Block.Heading(
                "Soak: " + run.run().phase() + " at " + ValueText.load(step.loadKind(), step.load())));
        blocks.addAll(new SoakBlocks(soak.get()).blocks());
        blocks.add(new Block.Details(segments.size() + " segments of the soak", List.of(what, table)));
        return blocks;
    }

    private static List<Cell> row(String time, Metric first, SegmentRow segment) {
        StepResultRow result = segment.result();
        long due = result.counts().due();
        long failed = result.counts().failed();
        return List.of(
                Cell.of(time),
                Cell.of(ValueText.count(due)),
                new Cell(
                        due == 0 ? "" : ValueText.percent((double) (due - failed) / due),
                        failed > 0 ? Tone.DOUBT : Tone.PLAIN),
                ValueFormat.percentiles(result.metrics(), first, result.flags()),
                ValueFormat.percentiles(result.metrics(), Metric.TPOT, result.flags()),
                ValueFormat.percentiles(result.metrics(), Metric.ITL, result.flags()),
                verdict(result));
    }

    /** From the start of the step's measured part; 10-20 s, 50-60 min. */
    private static String time(Instant start, StepResultRow result, SegmentTimeUnit unit) {
        double from = seconds(start, result.measureFrom()) / unit.seconds();
        double until = seconds(start, end(result)) / unit.seconds();
        return ValueText.digits(from) + "-" + ValueText.digits(until) + " " + unit.name();
    }

    private static Instant end(StepResultRow result) {
        return result.measureUntil().orElse(result.measureFrom());
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / MILLIS_PER_SECOND;
    }

    private static Cell verdict(StepResultRow result) {
        String failed = result.verdict() == Verdict.FAIL ? " " + ObjectiveFormat.failed(result) : "";
        return VerdictFormat.cell(result.verdict(), failed + VerdictFormat.soFar(result));
    }
}
