package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;
import static io.tidemark.sinks.store.jdbc.ColumnValues.microsOrNull;

import io.tidemark.events.MovedSignal;
import io.tidemark.events.Regression;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.WindowStats;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables of windows, breaches, server samples and regressions. */
public final class StreamTables {
    private StreamTables() {}

    /** FINAL holds against what is not; else the higher revision. */
    public static StoreTable<WindowStats> windows() {
        StoreTable.Builder<WindowStats> table = StoreTable.named("window_stats");
        table.key("run", row -> row.event().getRun())
                .key("metric", row -> row.event().getMetric().name())
                .key("window_seconds", row -> row.event().getWindowSeconds())
                .key("request_class", row -> row.event().getRequestClass())
                .key("step", row -> row.event().getStep())
                .key("target", row -> row.event().getTarget())
                .key("end_micros", row -> micros(row.event().getEnd()))
                .column("start_micros", row -> micros(row.event().getStart()))
                .column("finality", row -> row.event().getFinality().name())
                .column("revision", row -> row.event().getRevision());
        measuredColumns(table);
        signalColumns(table);
        table.column("sketch", row -> TierTables.minuteSketch(row.event()));
        return table.keepNewest("CASE WHEN {row}.finality = 'FINAL' THEN 1 ELSE 0 END", "{row}.revision");
    }

    private static void measuredColumns(StoreTable.Builder<WindowStats> table) {
        table.column("count", row -> row.event().getCount())
                .column("sum_nanos", row -> row.event().getSumNanos())
                .column("min_nanos", row -> row.event().getMinNanos())
                .column("max_nanos", row -> row.event().getMaxNanos())
                .column("p50_nanos", row -> row.event().getP50Nanos())
                .column("p90_nanos", row -> row.event().getP90Nanos())
                .column("p95_nanos", row -> row.event().getP95Nanos())
                .column("p99_nanos", row -> row.event().getP99Nanos())
                .column("ended", row -> row.event().getEnded())
                .column("failed", row -> row.event().getFailed())
                .column("output_tokens", row -> row.event().getOutputTokens())
                .column("late", row -> row.event().getLate())
                .column("missing", row -> row.event().getMissing());
    }

    private static void signalColumns(StoreTable.Builder<WindowStats> table) {
        table.column("signals", row -> json(row.event().getSignals()))
                .column("signal_age_millis", row -> row.event().getSignalAgeMillis())
                .column("in_flight", row -> row.event().getInFlight())
                .column("thinned", row -> 0)
                .column("appended_micros", row -> micros(row.appended()));
    }

    /** The last record holds, but that a breach which ended on final evidence does not come back on provisional evidence. */
    public static StoreTable<SloBreach> breaches() {
        return StoreTable.<SloBreach>named("breaches")
                .key("breach", row -> row.event().getBreach())
                .column("run", row -> row.event().getRun())
                .column("step", row -> row.event().getStep())
                .column("target", row -> row.event().getTarget())
                .column("request_class", row -> row.event().getRequestClass())
                .column("experiment", row -> row.event().getExperiment())
                .column("phase", row -> row.event().getPhase())
                .column("objective", row -> row.event().getObjective())
                .column("metric", row -> row.event().getMetric().name())
                .column("state", row -> row.event().getState().name())
                .column("evidence", row -> row.event().getEvidence().name())
                .column("opened_micros", row -> micros(row.event().getOpened()))
                .column("updated_micros", row -> micros(row.event().getUpdated()))
                .column("closed_micros", row -> microsOrNull(row.event().getClosed()))
                .column("limit_value", row -> row.event().getLimit())
                .column("value", row -> row.event().getValue())
                .column("worst", row -> row.event().getWorst())
                .column("count", row -> row.event().getCount())
                .column("window_seconds", row -> row.event().getWindowSeconds())
                .column("correlated_signals", row -> json(moved(row.event().getCorrelatedSignals())))
                .column("correlation_summary", row -> row.event().getCorrelationSummary())
                .column("description", row -> row.event().getDescription())
                .column("flapping", row -> row.event().getFlapping())
                .column("worst_is_lower_bound", row -> row.event().getWorstIsLowerBound())
                .column("rule", row -> row.event().getRule())
                .column("ended_by", row -> row.event().getEndedBy().name())
                .replaceWhere("excluded.evidence = 'FINAL' OR breaches.evidence <> 'FINAL'"
                        + " OR breaches.state NOT IN ('CLOSED', 'RETRACTED')");
    }

    /** The server's histograms stay in the topic: four times the bytes, and nothing reads them from here. */
    public static StoreTable<ServerSample> servers() {
        return StoreTable.<ServerSample>named("server_samples")
                .key("target", row -> row.event().getTarget())
                .key("scrape_start_micros", row -> micros(row.event().getScrapeStart()))
                .key("instance", row -> row.event().getInstance())
                .key("role", row -> row.event().getRole().name())
                .key("engine", row -> row.event().getEngine())
                .key("model", row -> row.event().getModel())
                .column("scrape_end_micros", row -> micros(row.event().getScrapeEnd()))
                .column("process_start_micros", row -> microsOrNull(row.event().getProcessStart()))
                .column("up", row -> ColumnValues.flag(row.event().getUp()))
                .column("error", row -> row.event().getError())
                .column("signal_values", row -> json(row.event().getValues()))
                .column("info", row -> json(row.event().getInfo()))
                .column("appended_micros", row -> micros(row.appended()))
                .keepFirst();
    }

    public static StoreTable<Regression> regressions() {
        return StoreTable.<Regression>named("regressions")
                .key("experiment", row -> row.event().getExperiment())
                .key("workload_hash", row -> row.event().getWorkloadHash())
                .key("base_phase", row -> row.event().getBasePhase())
                .key("candidate_phase", row -> row.event().getCandidatePhase())
                .key("load_kind", row -> row.event().getLoadKind().name())
                .key("load", row -> row.event().getLoad())
                .key("request_class", row -> row.event().getRequestClass())
                .key("measure", row -> row.event().getMeasure())
                .key("quantile", row -> row.event().getQuantile())
                .key("soak_run", row -> soakRun(row.event()))
                .key("step", row -> orNone(row.event().getStep()))
                .key("segment", row -> orNone(row.event().getSegment()))
                .column("metric", row -> row.event().getMetric().name())
                .column("base_runs", row -> json(row.event().getBaseRuns()))
                .column("candidate_runs", row -> json(row.event().getCandidateRuns()))
                .column("base_nanos", row -> row.event().getBaseNanos())
                .column("candidate_nanos", row -> row.event().getCandidateNanos())
                .column("ratio", row -> row.event().getRatio())
                .column("low", row -> row.event().getLow())
                .column("high", row -> row.event().getHigh())
                .column("change", row -> row.event().getChange())
                .column("change_low", row -> row.event().getChangeLow())
                .column("change_high", row -> row.event().getChangeHigh())
                .column("margin", row -> row.event().getMargin())
                .column("p", row -> row.event().getP())
                .column("adjusted_p", row -> row.event().getAdjustedP())
                .column("runs_needed", row -> row.event().getRunsNeeded())
                .column("changed_at_segment", row -> row.event().getChangedAtSegment())
                .column("verdict", row -> row.event().getVerdict().name())
                .column("basis", row -> row.event().getBasis())
                .column("at_micros", row -> micros(row.event().getAt()))
                .keepNewest("{row}.at_micros");
    }

    private static String soakRun(Regression regression) {
        return regression.getSegment() == null
                ? ""
                : regression.getCandidateRuns().get(0);
    }

    /** Comparisons of runs have no step and no segment, and NULL is no part of a key. */
    private static int orNone(@Nullable Integer number) {
        return number == null ? -1 : number;
    }

    private static List<Map<String, Object>> moved(List<MovedSignal> signals) {
        return signals.stream()
                .map(signal -> Map.<String, Object>of(
                        "signal", signal.getSignal(),
                        "before", signal.getBefore(),
                        "during", signal.getDuring(),
                        "score", signal.getScore()))
                .toList();
    }
}
