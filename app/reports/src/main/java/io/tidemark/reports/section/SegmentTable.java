package io.tidemark.reports.section;

import io.tidemark.analysis.timeseries.Trend;
import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.reports.soak.SoakBlocks;
import io.tidemark.reports.soak.SoakTimeline;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

    private SegmentTable() {}

    static List<Block> blocks(ReportModel model) {
        return model.steps()
                .filter(row -> !row.step().detail().segments().isEmpty())
                .flatMap(row -> blocks(row.run(), row.step()).stream())
                .toList();
    }

    private static List<Block> blocks(RunReport run, StepReport step) {
        Metric first = run.firstTokenMetric();
        List<SegmentRow> segments = step.detail().segments();
        Instant start = step.result().measureFrom();
        SegmentTimeUnit unit = SegmentTimeUnit.of(
                seconds(start, end(segments.get(segments.size() - 1).result())));
        List<Block> blocks = new ArrayList<>();
        String where = run.phase() + " at " + step.loadText();
        Block what = Block.plain(where + " in " + segments.size()
                + " segments, by when requests were due; p50 / p95 / p99 of the ok ones:");
        Columns<SegmentRow> columns = new Columns<SegmentRow>()
                .right("due in", segment -> time(start, segment.result(), unit))
                .right("n", segment -> ValueText.count(segment.result().counts().due()))
                .rightCell("ok", segment -> ok(segment.result().counts()));
        Stream.of(first, Metric.TPOT, Metric.ITL)
                .forEach(metric -> columns.rightCell(
                        metric.id(),
                        segment -> ValueFormat.percentiles(
                                segment.result().metrics(),
                                metric,
                                segment.result().flags())));
        Block table = columns.leftCell("verdict", segment -> verdict(segment.result()))
                .table(segments)
                .sparse();
        Optional<SoakTimeline> soak = step.detail().soak();
        if (soak.isEmpty()) {
            blocks.add(what);
            blocks.add(table);
            blocks.addAll(new SegmentDrift(first, segments).blocks());
            return blocks;
        }
        blocks.add(new Block.Heading("Soak: " + where));
        blocks.addAll(new SoakBlocks(soak.get()).blocks());
        blocks.add(new Block.Details(segments.size() + " segments of the soak", List.of(what, table)));
        return blocks;
    }

    private static Cell ok(StepCountsRow counts) {
        return new Cell(
                counts.due() == 0 ? "" : ValueText.percent((double) (counts.due() - counts.failed()) / counts.due()),
                counts.failed() > 0 ? Tone.DOUBT : Tone.PLAIN);
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

    /**
     * Whether the latencies of a soak rose or fell from segment to segment; segments that are not final, and a last one that the step's
     * end cut to less than half, have no say.
     */
    private static final class SegmentDrift {
        private static final List<Double> QUANTILES = List.of(0.5, 0.95);

        private final List<Metric> metrics;
        private final List<SegmentRow> segments;

        SegmentDrift(Metric first, List<SegmentRow> segments) {
            this.metrics = Stream.of(first, Metric.TPOT, Metric.ITL).distinct().toList();
            this.segments = segments.stream()
                    .filter(segment -> segment.result().isOver())
                    .filter(segment -> 2 * millis(segment) >= millis(segments.get(0)))
                    .toList();
        }

        private static long millis(SegmentRow segment) {
            Instant from = segment.result().measureFrom();
            return Duration.between(from, segment.result().measureUntil().orElse(from))
                    .toMillis();
        }

        List<Block> blocks() {
            int fewest = Trend.minPoints(figures());
            if (segments.size() < fewest) {
                return List.of(Block.muted("Too few segments to detect a drift: " + segments.size() + " final, "
                        + fewest + " are needed."));
            }
            List<Block> drifts = metrics.stream()
                    .flatMap(metric -> QUANTILES.stream().flatMap(quantile -> drift(metric, quantile).stream()))
                    .toList();
            return drifts.isEmpty()
                    ? List.of(Block.muted("No drift over the " + segments.size() + " segments: neither p50 nor p95"
                            + " has a trend of 10 % or more (false alarms: fewer than 1 in 200 steady soaks)."))
                    : drifts;
        }

        /** How many figures are looked at; their chances of a false alarm add up. */
        private int figures() {
            return metrics.size() * QUANTILES.size();
        }

        private Optional<Block> drift(Metric metric, double quantile) {
            double[] values = segments.stream()
                    .filter(segment ->
                            !FigureDoubt.unfitMetrics(segment.result().flags()).contains(metric))
                    .map(segment -> segment.result().metrics().get(metric))
                    .flatMap(Stream::ofNullable)
                    .mapToDouble(row -> (double) row.sketch().quantile(quantile))
                    .toArray();
            return Trend.of(values)
                    .filter(trend -> trend.isDrift(figures()))
                    .map(trend -> new Block.Callout(
                            "Drift: " + metric.id() + " " + ValueText.quantile(quantile)
                                    + (trend.change() > 0 ? " rose by " : " fell by ")
                                    + ValueText.percent(Math.abs(trend.change())) + " over " + trend.points()
                                    + " segments; by chance, a trend as clear appears in "
                                    + ValueText.percent(trend.pValue()) + " of soaks.",
                            trend.change() > 0 ? Tone.BAD : Tone.DOUBT));
        }
    }
}
