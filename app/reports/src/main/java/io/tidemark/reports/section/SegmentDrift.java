package io.tidemark.reports.section;

import io.tidemark.analysis.timeseries.Trend;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.SegmentRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the latencies of a soak rose or fell from segment to segment; segments that are not final, and a last one that the step's
 * end cut to less than half, have no say.
 */
final class SegmentDrift {
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
            return List.of(Block.muted(
                    "Too few segments to detect a drift: " + segments.size() + " final, " + fewest + " are needed."));
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
