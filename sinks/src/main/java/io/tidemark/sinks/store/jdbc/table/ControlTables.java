package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;
import static io.tidemark.sinks.store.jdbc.ColumnValues.microsOrNull;

import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
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
                .keys(run, RunState.getClassSchema(), "run")
                .columns(run, RunState.getClassSchema(), """
                        experiment phase started_micros ended_micros status invalid_reasons""")
                .column("targets", row -> json(targets(run.apply(row).getTargets())))
                .columns(run, RunState.getClassSchema(), """
                        lanes step_count plan plan_hash workload_hash seed command tool_version labels phase_config""")
                .column(
                        "calibration",
                        row -> CalibrationJson.jsonOrNull(run.apply(row).getCalibration()))
                .columns(run, RunState.getClassSchema(), """
                        token_counting remarks first_request_ttft_nanos first_request_e2e_nanos served_before clock_offset_nanos
                        clock_offset_error_nanos spooled_events late_events lost_events target_failure stop_reason""")
                .column("at_micros", row -> micros(published.apply(row).at()));
    }

    public static StoreTable<Published<RunState>> phases() {
        return StoreTable.<Published<RunState>>named("phases")
                .keys(ControlTables::run, RunState.getClassSchema(), "experiment phase")
                .column("declared_config", row -> json(run(row).getPhaseConfig()))
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    public static StoreTable<Published<StepState>> steps() {
        return StoreTable.<Published<StepState>>named("steps")
                .keys(ControlTables::step, StepState.getClassSchema(), "run step")
                .columns(ControlTables::step, StepState.getClassSchema(), "target load_kind load arrivals")
                .column("drawn_per_second", row -> step(row).getDrawnRate())
                .columns(ControlTables::step, StepState.getClassSchema(), """
                        started_micros measure_from_micros measure_until_micros ended_micros requests_by_lane measured_by_lane sent
                        planned_requests schedule_lag_p99_nanos in_flight_peak planned_cache_share measured_cache_share
                        cache_share_source prefix_cache_reset flags concurrency_cap""")
                .column("achieved_per_second", row -> step(row).getAchievedRate())
                .column("in_flight_peak_micros", row -> microsOrNull(step(row).getInFlightPeakAt()))
                .columns(ControlTables::step, StepState.getClassSchema(), """
                        conversations conversations_broken_off queued_requests ok_requests ok_output_tokens peak_tokens_per_second
                        peak_token_source steady_from_micros steady_until_micros steady_requests steady_output_tokens""")
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    public static StoreTable<Published<SloState>> objectives() {
        return StoreTable.<Published<SloState>>named("objectives")
                .keys(ControlTables::slo, SloState.getClassSchema(), "run")
                .keys(row -> slo(row).getObjective(), ObjectiveState.getClassSchema(), "name")
                .columns(row -> slo(row).getObjective(), ObjectiveState.getClassSchema(), """
                        kind metric quantile limit_nanos max_bad_ratio good_limits_nanos window_seconds for_seconds clear_seconds
                        clear_ratio min_count request_class""")
                .column("alerting", row -> AlertingJson.json(slo(row).getObjective()))
                .column("removed", row -> slo(row).getRemoved())
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    /** Tunes. */
    public static StoreTable<Published<TuneState>> tunes() {
        return StoreTable.<Published<TuneState>>named("tunes")
                .keys(ControlTables::tune, TuneState.getClassSchema(), "tune")
                .columns(ControlTables::tune, TuneState.getClassSchema(), """
                        experiment target tuner mode objective started_micros activity description planned ended infeasible
                        expected_end_micros plan schedule identity default_phase winner evidence""")
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    /** Starts of a server in a tune. */
    public static StoreTable<Published<TrialState>> trials() {
        return StoreTable.<Published<TrialState>>named("trials")
                .keys(ControlTables::trial, TrialState.getClassSchema(), "tune number")
                .columns(ControlTables::trial, TrialState.getClassSchema(), """
                        block purpose experiment phase flags status failure description last_lines log command facts runs
                        started_micros ended_micros startup_seconds first_request_seconds held_up_to fails_from""")
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

    private static TuneState tune(EventRow<Published<TuneState>> row) {
        return row.event().state();
    }

    private static TrialState trial(EventRow<Published<TrialState>> row) {
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
