package io.tidemark.reports.model;

import io.tidemark.analysis.quantile.OrderStatistics;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.Verdict;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.run.ImportedRates;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A step that gave a result, with the exact values of its metrics where the store still has them. */
public record StepReport(MeasuredStep measured, StepDetail detail) {
    private static final double CONFIDENCE = 0.95;
    private static final double SAME_QUANTILE = 1e-9;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final QuantileInterval UNKNOWN =
            new QuantileInterval(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0);

    public int step() {
        return measured.row().step();
    }

    public StepResultRow result() {
        return measured.result();
    }

    /** Whether a metric has a value at all: TTFT has none where answers are not streamed. */
    public boolean has(Metric metric) {
        MetricRow row = result().metrics().get(metric);
        return values(metric).count() > 0 || (row != null && row.count() > 0);
    }

    public double load() {
        return result().load();
    }

    public StepCountsRow counts() {
        return measured.counts();
    }

    public Verdict verdict() {
        return measured.verdict();
    }

    public List<ObjectiveRow> objectives() {
        return measured.objectives();
    }

    public LoadKind loadKind() {
        return result().loadKind();
    }

    /** "8 req/s", "32 concurrent". */
    public String loadText() {
        return ValueText.load(loadKind(), load());
    }

    public boolean isValid() {
        return measured.isValid();
    }

    public boolean isAllAtOnce() {
        return measured.load().isAllAtOnce();
    }

    public long failed() {
        return counts().failed();
    }

    /** 0 when nothing was due. */
    public double failedShare() {
        long due = counts().due();
        return due == 0 ? 0 : (double) failed() / due;
    }

    /** Sent of what was due, on time or late; 1 when nothing was. */
    public double sentShare() {
        long due = counts().due();
        return due == 0 ? 1 : (double) counts().sent() / due;
    }

    /** Whether facts of the step leave the figures of a metric unknown. */
    public boolean isUnfit(Metric metric) {
        return measured.unfitMetrics().contains(metric);
    }

    public boolean hasUnfitTokens() {
        return measured.hasUnfitTokens();
    }

    /**
     * A quantile with its 95 % interval, requests that are not ok counted as infinitely slow: where an objective is on it as the verdict has
     * it, so that table and verdict never contradict each other, else from n alone; of no request where it is {@linkplain #isUnfit unknown}.
     */
    public QuantileInterval interval(Metric metric, double quantile) {
        if (isUnfit(metric)) {
            return UNKNOWN;
        }
        return judged(metric, quantile).map(StepReport::asJudged).orElseGet(() -> unjudged(metric, quantile));
    }

    private Optional<ObjectiveRow> judged(Metric metric, double quantile) {
        return objectives().stream()
                .filter(row -> row.kind() == ObjectiveKind.QUANTILE
                        && row.metric().filter(metric::equals).isPresent())
                .filter(row -> Math.abs(row.quantile() - quantile) < SAME_QUANTILE)
                .filter(row -> row.low().isPresent() || row.high().isPresent())
                .findFirst();
    }

    private static QuantileInterval asJudged(ObjectiveRow row) {
        return new QuantileInterval(nanos(row.value()), nanos(row.low()), nanos(row.high()), row.count());
    }

    /** Rounded to whole nanoseconds; empty where the value is. */
    public static OptionalLong nanos(OptionalDouble value) {
        return value.isPresent() ? OptionalLong.of(Math.round(value.getAsDouble())) : OptionalLong.empty();
    }

    private QuantileInterval unjudged(Metric metric, double quantile) {
        if (isImported(metric)) {
            return importedFigure(metric, quantile);
        }
        RankedValues values = values(metric);
        return metric == Metric.ITL
                ? ofItl(values, quantile)
                : OrderStatistics.interval(values, failed(), quantile, CONFIDENCE);
    }

    /** Whether its results are figures without the values behind them, as those of many imported runs are. */
    public boolean figuresOnly() {
        boolean figures = result().metrics().values().stream().anyMatch(row -> row.count() > 0);
        return (figures || counts().ok() > 0)
                && Arrays.stream(Metric.values())
                        .allMatch(metric -> values(metric).count() == 0);
    }

    /** Whether all that is known of a metric are figures, if anything is. */
    public boolean isImported(Metric metric) {
        MetricRow row = result().metrics().get(metric);
        boolean figures = row != null && row.count() > 0 && values(metric).count() == 0;
        return figures || figuresOnly();
    }

    /** Whether it has that quantile of a metric: by its values, or by a figure of its own. */
    boolean hasQuantile(Metric metric, double quantile) {
        return isImported(metric)
                ? importedFigure(metric, quantile).count() > 0
                : values(metric).count() > 0;
    }

    /** A quantile as a cell of a table. */
    public Cell cell(Metric metric, double quantile) {
        if (isUnfit(metric)) {
            return ValueFormat.NOT_KNOWN;
        }
        return isImported(metric) && !hasQuantile(metric, quantile)
                ? meanOnly(metric)
                : ValueFormat.cell(interval(metric, quantile));
    }

    private Cell meanOnly(Metric metric) {
        MetricRow row = result().metrics().get(metric);
        return row == null || row.meanNanos().isEmpty()
                ? ValueFormat.NOT_KNOWN
                : new Cell("mean " + ValueText.latency(row.meanNanos().getAsDouble()) + " (no percentile)", Tone.MUTED);
    }

    /** Without an interval: an answer's gaps are no independent values, and there are hundreds of them to a request. */
    private static QuantileInterval ofItl(RankedValues gaps, double quantile) {
        OptionalLong value = gaps.count() == 0 ? OptionalLong.empty() : OptionalLong.of(gaps.quantileNanos(quantile));
        return new QuantileInterval(value, OptionalLong.empty(), OptionalLong.empty(), gaps.count());
    }

    /** The imported figure without an interval; without a value and of no request where the import lacks it. */
    private QuantileInterval importedFigure(Metric metric, double quantile) {
        Optional<MetricRow> row = Optional.ofNullable(result().metrics().get(metric))
                .filter(figures -> figures.quantileNanos(quantile).isPresent());
        return new QuantileInterval(
                row.map(figures -> figures.quantileNanos(quantile)).orElse(OptionalLong.empty()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                row.map(MetricRow::count).orElse(0L));
    }

    /** Exact values where they are all there, else those of the sketch. */
    public RankedValues values(Metric metric) {
        RankedValues exact = detail.requests().values().get(metric);
        MetricRow row = result().metrics().get(metric);
        if (exact != null && exact.count() > 0 && exact.count() >= (row == null ? 0 : row.count())) {
            return exact;
        }
        return RankedValues.of(row == null ? new LogHistogram() : row.sketch());
    }

    /** The same; none where they are {@linkplain #isUnfit unknown}. */
    public RankedValues knownValues(Metric metric) {
        return isUnfit(metric) ? RankedValues.of(new LogHistogram()) : values(metric);
    }

    /**
     * Output tokens of the measured ok requests per second, from the start of the measured part until the step's last request
     * ended: what a saturated server delivered, not what was asked of it; of an imported step without tokens or time, what its file states. Empty
     * while the step runs, and where its {@linkplain #hasUnfitTokens tokens are unknown}.
     */
    public OptionalDouble outputTokensPerSecond() {
        if (hasUnfitTokens()) {
            return OptionalDouble.empty();
        }
        boolean counted = counts().outputTokens() > 0 || counts().ok() == 0;
        return served().filter(length -> counted && counts().due() > 0)
                .map(length ->
                        OptionalDouble.of(counts().outputTokens() * NANOS_PER_SECOND / (double) length.toNanos()))
                .or(() -> measured.importedRates().map(ImportedRates::outputTokens))
                .orElse(OptionalDouble.empty());
    }

    /**
     * Ok requests within every latency of the SLO, per second of the same time; empty where that is not known, as where facts of the step leave one
     * of these latencies unknown.
     */
    public OptionalDouble goodRequestsPerSecond() {
        if (objectives().stream().anyMatch(this::limitsUnknown)) {
            return OptionalDouble.empty();
        }
        OptionalLong within = detail.requests().withinLimits();
        return served().filter(length -> within.isPresent())
                .map(length -> OptionalDouble.of(within.getAsLong() * NANOS_PER_SECOND / (double) length.toNanos()))
                .orElse(OptionalDouble.empty());
    }

    /** ITL is none of the latencies that a request must keep to be good. */
    private boolean limitsUnknown(ObjectiveRow objective) {
        return objective.kind() == ObjectiveKind.GOOD_RATIO
                ? objective.value().isEmpty()
                : objective
                        .metric()
                        .filter(metric -> metric != Metric.ITL && isUnfit(metric))
                        .isPresent();
    }

    private Optional<Duration> served() {
        return measured.untilServed().filter(length -> length.toNanos() > 0);
    }
}
