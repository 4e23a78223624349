package io.tidemark.sinks.store.sqlite;

import static io.tidemark.sinks.store.sqlite.Stored.json;
import static io.tidemark.sinks.store.sqlite.Stored.micros;
import static io.tidemark.sinks.store.sqlite.Stored.microsOrNull;

import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepResult;

/** Tables of step results: the result, its metrics and its objectives, which are replaced together. */
final class ResultTables {
    private ResultTables() {}

    /** A part of a result with the result that it belongs to. */
    record Part<P>(StepResult result, P part) {}

    /** An interim record never replaces a final one. */
    static Table<StepResult> results() {
        Table.Builder<StepResult> table = Table.named("step_results");
        table.key("run", row -> row.event().getRun())
                .key("step", row -> row.event().getStep())
                .key("target", row -> row.event().getTarget())
                .key("request_class", row -> row.event().getRequestClass());
        judged(table);
        counted(table);
        return table.replaceWhere("excluded.finality = 'FINAL' OR step_results.finality <> 'FINAL'");
    }

    private static void judged(Table.Builder<StepResult> table) {
        table.column("experiment", row -> row.event().getExperiment())
                .column("phase", row -> row.event().getPhase())
                .column("workload_hash", row -> row.event().getWorkloadHash())
                .column("finality", row -> row.event().getFinality().name())
                .column("load_kind", row -> row.event().getLoadKind().name())
                .column("load", row -> row.event().getLoad())
                .column("drawn_per_second", row -> row.event().getDrawnRate())
                .column("measure_from_micros", row -> micros(row.event().getMeasureFrom()))
                .column("measure_until_micros", row -> microsOrNull(row.event().getMeasureUntil()))
                .column("verdict", row -> row.event().getVerdict().name())
                .column("run_status", row -> row.event().getRunStatus().name());
    }

    private static void counted(Table.Builder<StepResult> table) {
        table.column("due", row -> row.event().getDue())
                .column("sent", row -> row.event().getSent())
                .column("ok", row -> row.event().getOk())
                .column("outcomes", row -> json(row.event().getOutcomes()))
                .column("prompt_tokens", row -> row.event().getPromptTokens())
                .column("output_tokens", row -> row.event().getOutputTokens())
                .column("schedule_lag_p99_nanos", row -> row.event().getScheduleLagP99Nanos())
                .column("in_flight_peak", row -> row.event().getInFlightPeak())
                .column("signal_means", row -> json(row.event().getSignalMeans()))
                .column("signal_maxima", row -> json(row.event().getSignalMaxima()))
                .column("breaches", row -> row.event().getBreaches());
    }

    static Table<Part<MetricResult>> metrics() {
        return ResultTables.<MetricResult>parts("step_metrics")
                .key("metric", row -> row.event().part().getMetric().name())
                .column("count", row -> row.event().part().getCount())
                .column("sum_nanos", row -> row.event().part().getSumNanos())
                .column("min_nanos", row -> row.event().part().getMinNanos())
                .column("max_nanos", row -> row.event().part().getMaxNanos())
                .column("p50_nanos", row -> row.event().part().getP50Nanos())
                .column("p90_nanos", row -> row.event().part().getP90Nanos())
                .column("p95_nanos", row -> row.event().part().getP95Nanos())
                .column("p99_nanos", row -> row.event().part().getP99Nanos())
                .column("sketch", row -> Stored.bytes(row.event().part().getSketch()))
                .keepFirst();
    }

    static Table<Part<ObjectiveResult>> objectives() {
        return ResultTables.<ObjectiveResult>parts("step_objectives")
                .key("objective", row -> row.event().part().getObjective())
                .column("kind", row -> row.event().part().getKind().name())
                .column("metric", row -> row.event().part().getMetric().name())
                .column("quantile", row -> row.event().part().getQuantile())
                .column("limit_value", row -> row.event().part().getLimit())
                .column("verdict", row -> row.event().part().getVerdict().name())
                .column("value", row -> row.event().part().getValue())
                .column("low", row -> row.event().part().getLow())
                .column("high", row -> row.event().part().getHigh())
                .column("count", row -> row.event().part().getCount())
                .column("bad", row -> row.event().part().getBad())
                .column("needed_requests", row -> row.event().part().getNeededRequests())
                .column("basis", row -> row.event().part().getBasis())
                .column("standing", row -> row.event().part().getStanding().name())
                .keepFirst();
    }

    private static <P> Table.Builder<Part<P>> parts(String name) {
        return Table.<Part<P>>named(name)
                .key("run", row -> row.event().result().getRun())
                .key("step", row -> row.event().result().getStep())
                .key("target", row -> row.event().result().getTarget())
                .key("request_class", row -> row.event().result().getRequestClass());
    }
}
