package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;
import static io.tidemark.sinks.store.jdbc.ColumnValues.microsOrNull;

import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Tables of what the control topic says: the last state of each thing holds. */
public final class ControlTables {
    private ControlTables() {}

    /** A state with the time at which it was published. */
    public record Published<S>(Instant at, S state) {}

    public static StoreTable<Published<RunState>> runs() {
        return ControlTables.<Published<RunState>>runColumns(EventRow::event).keepNewest("{row}.at_micros");
    }

    /** The columns of a run's state, out of what it comes with. */
    static <E> StoreTable.Builder<E> runColumns(Function<EventRow<E>, Published<RunState>> published) {
        Function<EventRow<E>, RunState> run = published.andThen(Published::state);
        return StoreTable.<E>named("runs")
                .key("run", row -> run.apply(row).getRun())
                .column("experiment", row -> run.apply(row).getExperiment())
                .column("phase", row -> run.apply(row).getPhase())
                .column("started_micros", row -> micros(run.apply(row).getStarted()))
                .column("ended_micros", row -> microsOrNull(run.apply(row).getEnded()))
                .column("status", row -> run.apply(row).getStatus().name())
                .column("invalid_reasons", row -> json(run.apply(row).getInvalidReasons()))
                .column("targets", row -> json(targets(run.apply(row).getTargets())))
                .column("lanes", row -> json(run.apply(row).getLanes()))
                .column("step_count", row -> run.apply(row).getStepCount())
                .column("plan", row -> run.apply(row).getPlan())
                .column("plan_hash", row -> run.apply(row).getPlanHash())
                .column("workload_hash", row -> run.apply(row).getWorkloadHash())
                .column("seed", row -> run.apply(row).getSeed())
                .column("command", row -> run.apply(row).getCommand())
                .column("tool_version", row -> run.apply(row).getToolVersion())
                .column("labels", row -> json(run.apply(row).getLabels()))
                .column("phase_config", row -> json(run.apply(row).getPhaseConfig()))
                .column(
                        "calibration",
                        row -> CalibrationJson.jsonOrNull(run.apply(row).getCalibration()))
                .column("token_counting", row -> run.apply(row).getTokenCounting())
                .column("remarks", row -> json(run.apply(row).getRemarks()))
                .column("first_request_ttft_nanos", row -> run.apply(row).getFirstRequestTtftNanos())
                .column("first_request_e2e_nanos", row -> run.apply(row).getFirstRequestE2eNanos())
                .column("served_before", row -> run.apply(row).getServedBefore())
                .column("clock_offset_nanos", row -> run.apply(row).getClockOffsetNanos())
                .column("clock_offset_error_nanos", row -> run.apply(row).getClockOffsetErrorNanos())
                .column("spooled_events", row -> run.apply(row).getSpooledEvents())
                .column("late_events", row -> run.apply(row).getLateEvents())
                .column("lost_events", row -> run.apply(row).getLostEvents())
                .column("target_failure", row -> run.apply(row).getTargetFailure())
                .column("at_micros", row -> micros(published.apply(row).at()));
    }

    public static StoreTable<Published<RunState>> phases() {
        return StoreTable.<Published<RunState>>named("phases")
                .key("experiment", row -> run(row).getExperiment())
                .key("phase", row -> run(row).getPhase())
                .column("declared_config", row -> json(run(row).getPhaseConfig()))
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    public static StoreTable<Published<StepState>> steps() {
        return StoreTable.<Published<StepState>>named("steps")
                .key("run", row -> step(row).getRun())
                .key("step", row -> step(row).getStep())
                .column("target", row -> step(row).getTarget())
                .column("load_kind", row -> step(row).getLoadKind().name())
                .column("load", row -> step(row).getLoad())
                .column("arrivals", row -> step(row).getArrivals())
                .column("drawn_per_second", row -> step(row).getDrawnRate())
                .column("started_micros", row -> micros(step(row).getStarted()))
                .column("measure_from_micros", row -> micros(step(row).getMeasureFrom()))
                .column("measure_until_micros", row -> microsOrNull(step(row).getMeasureUntil()))
                .column("ended_micros", row -> microsOrNull(step(row).getEnded()))
                .column("requests_by_lane", row -> json(step(row).getRequestsByLane()))
                .column("measured_by_lane", row -> json(step(row).getMeasuredByLane()))
                .column("sent", row -> step(row).getSent())
                .column("planned_requests", row -> step(row).getPlannedRequests())
                .column("schedule_lag_p99_nanos", row -> step(row).getScheduleLagP99Nanos())
                .column("in_flight_peak", row -> step(row).getInFlightPeak())
                .column("planned_cache_share", row -> step(row).getPlannedCacheShare())
                .column("measured_cache_share", row -> step(row).getMeasuredCacheShare())
                .column("cache_share_source", row -> step(row).getCacheShareSource())
                .column("prefix_cache_reset", row -> step(row).getPrefixCacheReset())
                .column("flags", row -> json(step(row).getFlags()))
                .column("concurrency_cap", row -> step(row).getConcurrencyCap())
                .column("achieved_per_second", row -> step(row).getAchievedRate())
                .column("in_flight_peak_micros", row -> microsOrNull(step(row).getInFlightPeakAt()))
                .column("conversations", row -> step(row).getConversations())
                .column("conversations_broken_off", row -> step(row).getConversationsBrokenOff())
                .column("queued_requests", row -> step(row).getQueuedRequests())
                .column("ok_requests", row -> step(row).getOkRequests())
                .column("ok_output_tokens", row -> step(row).getOkOutputTokens())
                .column("peak_tokens_per_second", row -> step(row).getPeakTokensPerSecond())
                .column(
                        "peak_token_source",
                        row -> step(row).getPeakTokenSource().name())
                .column("steady_from_micros", row -> microsOrNull(step(row).getSteadyFrom()))
                .column("steady_until_micros", row -> microsOrNull(step(row).getSteadyUntil()))
                .column("steady_requests", row -> step(row).getSteadyRequests())
                .column("steady_output_tokens", row -> step(row).getSteadyOutputTokens())
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    public static StoreTable<Published<SloState>> objectives() {
        return StoreTable.<Published<SloState>>named("objectives")
                .key("run", row -> slo(row).getRun())
                .key("name", row -> slo(row).getObjective().getName())
                .column("kind", row -> slo(row).getObjective().getKind().name())
                .column("metric", row -> slo(row).getObjective().getMetric().name())
                .column("quantile", row -> slo(row).getObjective().getQuantile())
                .column("limit_nanos", row -> slo(row).getObjective().getLimitNanos())
                .column("max_bad_ratio", row -> slo(row).getObjective().getMaxBadRatio())
                .column("good_limits_nanos", row -> json(slo(row).getObjective().getGoodLimitsNanos()))
                .column("window_seconds", row -> slo(row).getObjective().getWindowSeconds())
                .column("for_seconds", row -> slo(row).getObjective().getForSeconds())
                .column("clear_seconds", row -> slo(row).getObjective().getClearSeconds())
                .column("clear_ratio", row -> slo(row).getObjective().getClearRatio())
                .column("min_count", row -> slo(row).getObjective().getMinCount())
                .column("request_class", row -> slo(row).getObjective().getRequestClass())
                .column("alerting", row -> AlertingJson.json(slo(row).getObjective()))
                .column("removed", row -> ColumnValues.flag(slo(row).getRemoved()))
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    private static RunState run(EventRow<Published<RunState>> row) {
        return row.event().state();
    }

    private static StepState step(EventRow<Published<StepState>> row) {
        return row.event().state();
    }

    private static SloState slo(EventRow<Published<SloState>> row) {
        return row.event().state();
    }

    private static List<Map<String, Object>> targets(List<TargetRef> targets) {
        return targets.stream().map(ControlTables::target).toList();
    }

    private static Map<String, Object> target(TargetRef target) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("name", target.getName());
        fields.put("url", target.getUrl());
        fields.put("model", target.getModel());
        fields.put("scrapeUrls", target.getScrapeUrls());
        fields.put("weight", target.getWeight());
        if (target.getServerVersion() != null) {
            fields.put("serverVersion", target.getServerVersion());
        }
        return fields;
    }
}
