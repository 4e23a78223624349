package io.tidemark.app.report;

import io.tidemark.analysis.OrderStatistics;
import io.tidemark.analysis.QuantileInterval;
import io.tidemark.analysis.RankedValues;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.MetricRow;
import io.tidemark.sinks.store.read.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A step that gave a result, with the exact values of its metrics where the store still has them.
 *
 * @param ended when the step's last request had ended; empty while it runs
 */
public record StepReport(
        int step,
        StepResultRow result,
        Optional<Instant> ended,
        StepDetail detail) {
    private static final double CONFIDENCE = 0.95;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Whether a metric has a value at all: TTFT has none where answers are not streamed. */
    boolean has(Metric metric) {
        return values(metric).count() > 0;
    }

    double load() {
        return result.load();
    }

    LoadKind loadKind() {
        return result.loadKind();
    }

    /** Whether all requests were due at its start: it has no place on an axis of load. */
    boolean isAllAtOnce() {
        return Figures.isAllAtOnce(loadKind(), load());
    }

    long notOk() {
        return result.counts().due() - result.counts().ok();
    }

    /** Sent of what was due; 1 when nothing was. */
    double sentShare() {
        long due = result.counts().due();
        return due == 0 ? 1 : (double) result.counts().sent() / due;
    }

    /** A quantile with its 95 % interval, requests that are not ok counted as infinitely slow. */
    QuantileInterval interval(Metric metric, double quantile) {
        return OrderStatistics.interval(values(metric), notOk(), quantile, CONFIDENCE);
    }

    /** Exact values where they are all there, else those of the sketch. */
    RankedValues values(Metric metric) {
        RankedValues exact = detail.digest().values().get(metric);
        MetricRow row = result.metrics().get(metric);
        if (exact != null && exact.count() > 0 && exact.count() >= (row == null ? 0 : row.count())) {
            return exact;
        }
        return RankedValues.of(row == null ? new LogHistogram() : row.sketch());
    }

    /** Whether every value of the metric is still stored, so that none is of a sketch. */
    boolean exact(Metric metric) {
        RankedValues exact = detail.digest().values().get(metric);
        return exact != null && exact.count() > 0 && exact.count() == values(metric).count();
    }

    /**
     * Output tokens of the measured ok requests per second, from the start of the measured part until the step's last request
     * ended: what a saturated server delivered, not what was asked of it. Empty while the step runs.
     */
    OptionalDouble outputTokensPerSecond() {
        return served().map(length -> OptionalDouble.of(
                        result.counts().outputTokens() * NANOS_PER_SECOND / (double) length.toNanos()))
                .orElse(OptionalDouble.empty());
    }

    private Optional<Duration> served() {
        return ended.map(end -> Duration.between(result.measureFrom(), end)).filter(length -> length.toNanos() > 0);
    }
}
