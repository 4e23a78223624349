package io.tidemark.app.report;

import io.tidemark.analysis.OrderStatistics;
import io.tidemark.analysis.QuantileInterval;
import io.tidemark.analysis.RankedValues;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Tone;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.MetricRow;
import io.tidemark.sinks.store.read.ObjectiveRow;
import io.tidemark.sinks.store.read.StepResultRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A step that gave a result, with the exact values of its metrics where the store still has them.
 *
 * @param ended when the step's last request had ended; empty while it runs
 */
public record StepReport(int step, StepResultRow result, Optional<Instant> ended, StepDetail detail) {
    private static final double CONFIDENCE = 0.95;
    private static final double SAME_QUANTILE = 1e-9;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Whether a metric has a value at all: TTFT has none where answers are not streamed. */
    boolean has(Metric metric) {
        MetricRow row = result.metrics().get(metric);
        return values(metric).count() > 0 || (row != null && row.count() > 0);
    }

    double load() {
        return result.load();
    }

    LoadKind loadKind() {
        return result.loadKind();
    }

    /** False where the client was the bottleneck: what it measured says nothing of the server. */
    boolean isValid() {
        return result.verdict() != Verdict.INVALID;
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

    /**
     * A quantile with its 95 % interval, requests that are not ok counted as infinitely slow: where an objective is on it as the verdict has
     * it, so that table and verdict never contradict each other, else from n alone.
     */
    QuantileInterval interval(Metric metric, double quantile) {
        return judged(metric, quantile).map(StepReport::asJudged).orElseGet(() -> unjudged(metric, quantile));
    }

    private Optional<ObjectiveRow> judged(Metric metric, double quantile) {
        return result.objectives().stream()
                .filter(row -> row.kind() == ObjectiveKind.QUANTILE
                        && row.metric().filter(metric::equals).isPresent())
                .filter(row -> Math.abs(row.quantile() - quantile) < SAME_QUANTILE)
                .filter(row -> row.low().isPresent() || row.high().isPresent())
                .findFirst();
    }

    private static QuantileInterval asJudged(ObjectiveRow row) {
        return new QuantileInterval(nanos(row.value()), nanos(row.low()), nanos(row.high()), row.count());
    }

    private static OptionalLong nanos(OptionalDouble value) {
        return value.isPresent() ? OptionalLong.of(Math.round(value.getAsDouble())) : OptionalLong.empty();
    }

    private QuantileInterval unjudged(Metric metric, double quantile) {
        if (isTold(metric)) {
            return told(metric, quantile);
        }
        RankedValues values = values(metric);
        return metric == Metric.ITL
                ? ofGaps(values, quantile)
                : OrderStatistics.interval(values, notOk(), quantile, CONFIDENCE);
    }

    /** Whether its results are figures without the values behind them, as those of many imported runs are. */
    boolean figuresOnly() {
        boolean figures = result.metrics().values().stream().anyMatch(row -> row.count() > 0);
        return (figures || result.counts().ok() > 0)
                && Arrays.stream(Metric.values())
                        .allMatch(metric -> values(metric).count() == 0);
    }

    /** Whether all that is known of a metric are figures, if anything is. */
    boolean isTold(Metric metric) {
        MetricRow row = result.metrics().get(metric);
        boolean figures = row != null && row.count() > 0 && values(metric).count() == 0;
        return figures || figuresOnly();
    }

    /** Whether it tells that quantile of a metric: by its values, or by a figure of its own. */
    boolean tells(Metric metric, double quantile) {
        return isTold(metric)
                ? told(metric, quantile).count() > 0
                : values(metric).count() > 0;
    }

    /** A quantile as a cell of a table. */
    Cell cell(Metric metric, double quantile) {
        return isTold(metric) && !tells(metric, quantile)
                ? new Cell(meanOnly(metric), Tone.MUTED)
                : Figures.cell(interval(metric, quantile));
    }

    private String meanOnly(Metric metric) {
        MetricRow row = result.metrics().get(metric);
        return row == null || row.meanNanos().isEmpty()
                ? "not known"
                : "mean " + Figures.latency(row.meanNanos().getAsDouble()) + " (no percentile)";
    }

    /** Without an interval: an answer's gaps are no independent values, and there are hundreds of them to a request. */
    private static QuantileInterval ofGaps(RankedValues gaps, double quantile) {
        OptionalLong value = gaps.count() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(gaps.nanosAt(Math.max(1, (long) Math.ceil(quantile * gaps.count() - 1e-9))));
        return new QuantileInterval(value, OptionalLong.empty(), OptionalLong.empty(), gaps.count());
    }

    /** The figure without an interval; of no request where that one is not told. */
    private QuantileInterval told(Metric metric, double quantile) {
        Optional<MetricRow> row = Optional.ofNullable(result.metrics().get(metric))
                .filter(figures -> percentile(figures, quantile).isPresent());
        return new QuantileInterval(
                row.map(figures -> percentile(figures, quantile)).orElse(OptionalLong.empty()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                row.map(MetricRow::count).orElse(0L));
    }

    private static OptionalLong percentile(MetricRow row, double quantile) {
        return switch ((int) Math.round(quantile * 100)) {
            case 50 -> row.p50Nanos();
            case 90 -> row.p90Nanos();
            case 95 -> row.p95Nanos();
            case 99 -> row.p99Nanos();
            default -> OptionalLong.empty();
        };
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
        return exact != null
                && exact.count() > 0
                && exact.count() == values(metric).count();
    }

    /**
     * Output tokens of the measured ok requests per second, from the start of the measured part until the step's last request
     * ended: what a saturated server delivered, not what was asked of it; of an imported step without tokens or time, what its file states. Empty
     * while the step runs.
     */
    OptionalDouble outputTokensPerSecond() {
        boolean counted = result.counts().outputTokens() > 0 || result.counts().ok() == 0;
        return served().filter(length -> counted && result.counts().due() > 0)
                .map(length -> OptionalDouble.of(
                        result.counts().outputTokens() * NANOS_PER_SECOND / (double) length.toNanos()))
                .orElse(detail.told().outputTokens());
    }

    /** Ok requests within every latency of the SLO, per second of the same time; empty where that is not known. */
    OptionalDouble goodRequestsPerSecond() {
        OptionalLong within = detail.digest().within();
        return served().filter(length -> within.isPresent())
                .map(length -> OptionalDouble.of(within.getAsLong() * NANOS_PER_SECOND / (double) length.toNanos()))
                .orElse(OptionalDouble.empty());
    }

    private Optional<Duration> served() {
        return ended.map(end -> Duration.between(result.measureFrom(), end)).filter(length -> length.toNanos() > 0);
    }
}
