package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;
import static io.tidemark.sinks.store.jdbc.ColumnValues.microsOrNull;

import io.tidemark.events.BurnEvidence;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepResult;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.read.step.BudgetRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Tables of results of steps or of their segments: the result, its metrics and its objectives, which are replaced together. */
public final class ResultTables {
    private final String of;
    private final boolean ofSegments;

    private ResultTables(String of, boolean ofSegments) {
        this.of = of;
        this.ofSegments = ofSegments;
    }

    public static ResultTables ofSteps() {
        return new ResultTables("step", false);
    }

    public static ResultTables ofSegments() {
        return new ResultTables("segment", true);
    }

    /** A part of a result with the result that it belongs to. */
    public record Part<P>(StepResult result, P part) {}

    /** An interim record never replaces one of a step that is over. */
    public StoreTable<StepResult> results() {
        StoreTable.Builder<StepResult> table = keyed("results", Function.identity());
        judged(table);
        counted(table);
        return table.keepNewest("CASE {row}.finality WHEN 'FINAL' THEN 2 WHEN 'INCOMPLETE' THEN 1 ELSE 0 END");
    }

    /** Those of a segment are blocks of its step. */
    public boolean haveBlocks() {
        return !ofSegments;
    }

    /** What is to be cleared before the parts of a result are written anew; see {@link #key}. */
    public List<String> clearing() {
        String key = " WHERE team = ? AND run = ? AND step = ? AND target = ? AND request_class = ?"
                + (ofSegments ? " AND segment = ?" : "");
        List<String> clearing = new ArrayList<>(
                List.of("DELETE FROM " + of + "_metrics" + key, "DELETE FROM " + of + "_objectives" + key));
        if (haveBlocks()) {
            clearing.add("DELETE FROM step_blocks" + key);
        }
        return clearing;
    }

    /** The values of the marks in {@link #clearing}. */
    public List<Object> key(EventRow<StepResult> row) {
        StepResult result = row.event();
        List<Object> key = new ArrayList<>(List.of(
                row.team().name(), result.getRun(), result.getStep(), result.getTarget(), result.getRequestClass()));
        if (ofSegments) {
            key.add(result.getSegment());
        }
        return key;
    }

    private static void judged(StoreTable.Builder<StepResult> table) {
        table.column("experiment", row -> row.event().getExperiment())
                .column("phase", row -> row.event().getPhase())
                .column("workload_hash", row -> row.event().getWorkloadHash())
                .column("finality", row -> row.event().getFinality().name())
                .column("missing", row -> row.event().getMissing())
                .column("load_kind", row -> row.event().getLoadKind().name())
                .column("load", row -> row.event().getLoad())
                .column("drawn_per_second", row -> row.event().getDrawnRate())
                .column("measure_from_micros", row -> micros(row.event().getMeasureFrom()))
                .column("measure_until_micros", row -> microsOrNull(row.event().getMeasureUntil()))
                .column("verdict", row -> row.event().getVerdict().name())
                .column("run_status", row -> row.event().getRunStatus().name());
    }

    private static void counted(StoreTable.Builder<StepResult> table) {
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
                .column("breaches", row -> row.event().getBreaches())
                .column("flags", row -> json(row.event().getFlags()));
    }

    public StoreTable<Part<MetricResult>> metrics() {
        return this.<MetricResult>parts("metrics")
                .key("metric", row -> row.event().part().getMetric().name())
                .column("count", row -> row.event().part().getCount())
                .column("sum_nanos", row -> row.event().part().getSumNanos())
                .column("min_nanos", row -> row.event().part().getMinNanos())
                .column("max_nanos", row -> row.event().part().getMaxNanos())
                .column("p50_nanos", row -> row.event().part().getP50Nanos())
                .column("p90_nanos", row -> row.event().part().getP90Nanos())
                .column("p95_nanos", row -> row.event().part().getP95Nanos())
                .column("p99_nanos", row -> row.event().part().getP99Nanos())
                .column("sketch", row -> ColumnValues.bytes(row.event().part().getSketch()))
                .keepFirst();
    }

    public StoreTable<Part<ObjectiveResult>> objectives() {
        StoreTable.Builder<Part<ObjectiveResult>> table = this.<ObjectiveResult>parts("objectives")
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
                .column("budget_left", row -> row.event().part().getBudgetLeft())
                .column("burns", row -> json(burns(row.event().part())))
                .column(
                        "place",
                        row -> row.event()
                                .result()
                                .getObjectives()
                                .indexOf(row.event().part()));
        JudgementColumns.add(table);
        return table.keepFirst();
    }

    private static List<BudgetRow.BurnRow> burns(ObjectiveResult objective) {
        return objective.getBurns().stream()
                .map(standing -> {
                    BurnEvidence seen = standing.getEvidence();
                    return new BudgetRow.BurnRow(
                            standing.getRule(),
                            standing.getStanding(),
                            seen == null ? 0 : seen.getLongBurn(),
                            seen == null ? 0 : seen.getShortBurn());
                })
                .toList();
    }

    private <P> StoreTable.Builder<Part<P>> parts(String name) {
        return keyed(name, Part::result);
    }

    private <E> StoreTable.Builder<E> keyed(String name, Function<E, StepResult> result) {
        StoreTable.Builder<E> table = StoreTable.<E>named(of + "_" + name)
                .key("run", row -> result.apply(row.event()).getRun())
                .key("step", row -> result.apply(row.event()).getStep());
        if (ofSegments) {
            table.key("segment", row -> result.apply(row.event()).getSegment());
        }
        return table.key("target", row -> result.apply(row.event()).getTarget())
                .key("request_class", row -> result.apply(row.event()).getRequestClass());
    }
}
