package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;

import io.tidemark.events.BlockMetric;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.StepBlock;
import io.tidemark.events.StepResult;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.read.step.BudgetRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Tables of results of steps or of their segments: the result, its metrics, objectives and blocks, which are replaced together. */
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
        return this.<StepResult>keyed("results", Function.identity())
                .columns(EventRow::event, StepResult.getClassSchema(), """
                        experiment phase workload_hash finality missing load_kind load measure_from_micros measure_until_micros
                        verdict run_status due sent ok outcomes prompt_tokens output_tokens schedule_lag_p99_nanos in_flight_peak
                        signal_means signal_maxima breaches flags""")
                .column("drawn_per_second", row -> row.event().getDrawnRate())
                .keepNewest("CASE {row}.finality WHEN 'FINAL' THEN 2 WHEN 'INCOMPLETE' THEN 1 ELSE 0 END");
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

    public StoreTable<Part<MetricResult>> metrics() {
        return this.<MetricResult>parts("metrics")
                .key("metric", row -> row.event().part().getMetric().name())
                .columns(row -> row.event().part(), MetricResult.getClassSchema(), """
                        count sum_nanos min_nanos max_nanos p50_nanos p90_nanos p95_nanos p99_nanos sketch""")
                .keepFirst();
    }

    public StoreTable<Part<ObjectiveResult>> objectives() {
        StoreTable.Builder<Part<ObjectiveResult>> table = this.<ObjectiveResult>parts("objectives")
                .key("objective", row -> row.event().part().getObjective())
                .columns(row -> row.event().part(), ObjectiveResult.getClassSchema(), "kind metric quantile")
                .column("limit_value", row -> row.event().part().getLimit())
                .columns(row -> row.event().part(), ObjectiveResult.getClassSchema(), """
                        verdict value low high count bad needed_requests basis standing budget_left""")
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

    /** A metric with the block that it is of. */
    public record Measured(StepBlock block, BlockMetric metric) {}

    /** Blocks of a step's result. */
    public static StoreTable<Part<StepBlock>> blocks() {
        return ResultTables.<StepBlock>ofBlock("step_blocks", StepBlock::getNumber)
                .column("from_micros", row -> micros(row.event().part().getFrom()))
                .column("block_nanos", row -> row.event().result().getBlockNanos())
                .columns(row -> row.event().part(), StepBlock.getClassSchema(), "due failed bad")
                .keepFirst();
    }

    public static StoreTable<Part<Measured>> blockMetrics() {
        return ResultTables.<Measured>ofBlock(
                        "step_block_metrics", measured -> measured.block().getNumber())
                .keys(row -> row.event().part().metric(), BlockMetric.getClassSchema(), "metric")
                .columns(row -> row.event().part().metric(), BlockMetric.getClassSchema(), "count sketch")
                .keepFirst();
    }

    private static <P> StoreTable.Builder<Part<P>> ofBlock(String name, Function<P, Integer> number) {
        return StoreTable.<Part<P>>named(name)
                .keys(row -> row.event().result(), StepResult.getClassSchema(), "run step target request_class")
                .key("block", row -> number.apply(row.event().part()));
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
        return StoreTable.<E>named(of + "_" + name)
                .keys(
                        row -> result.apply(row.event()),
                        StepResult.getClassSchema(),
                        ofSegments ? "run step segment target request_class" : "run step target request_class");
    }
}
