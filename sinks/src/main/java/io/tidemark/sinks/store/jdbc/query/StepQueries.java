package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.events.LoadKind;
import io.tidemark.events.TokenSource;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.step.CacheShareRow;
import io.tidemark.sinks.store.read.step.LoadRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the steps of a run with their results. */
public final class StepQueries {
    private static final String OF_RUN = " WHERE team = ? AND run = ?";

    private final QueryRunner reads;
    private final ResultQueries results;

    public StepQueries(QueryRunner reads) {
        this.reads = reads;
        this.results = new ResultQueries(reads);
    }

    public List<StepRow> steps(RunKey run) {
        return reads.snapshot(() -> {
            Map<Integer, StepStateRow> states = states(run);
            Map<Integer, List<StepResultRow>> found = results.ofSteps(run);
            Map<Integer, StepRow> steps = new TreeMap<>();
            states.forEach((step, state) ->
                    steps.put(step, new StepRow(run, step, Optional.of(state), found.getOrDefault(step, List.of()))));
            found.forEach((step, rows) -> steps.putIfAbsent(step, new StepRow(run, step, Optional.empty(), rows)));
            return List.copyOf(steps.values());
        });
    }

    private Map<Integer, StepStateRow> states(RunKey run) {
        Map<Integer, StepStateRow> states = new TreeMap<>();
        reads.list(
                "SELECT * FROM steps" + OF_RUN,
                fields -> states.put(fields.integer("step"), state(fields)),
                run.team().name(),
                run.run());
        return states;
    }

    private static StepStateRow state(RowFields fields) throws SQLException {
        return new StepStateRow(
                fields.text("target"),
                fields.constant("load_kind", LoadKind.class),
                fields.real("load"),
                fields.text("arrivals"),
                fields.realIfAny("drawn_per_second"),
                fields.instant("started_micros"),
                fields.instant("measure_from_micros"),
                fields.instantIfAny("measure_until_micros"),
                fields.instantIfAny("ended_micros"),
                fields.json("requests_by_lane", ColumnValues.LONG_MAP),
                fields.json("measured_by_lane", ColumnValues.LONG_MAP),
                fields.longInteger("sent"),
                fields.longInteger("planned_requests"),
                fields.longIntegerIfAny("schedule_lag_p99_nanos"),
                fields.integerIfAny("in_flight_peak"),
                new CacheShareRow(
                        fields.realIfAny("planned_cache_share"),
                        fields.realIfAny("measured_cache_share"),
                        fields.text("cache_share_source"),
                        fields.text("prefix_cache_reset")),
                load(fields),
                fields.json("flags", ColumnValues.STRINGS));
    }

    private static LoadRow load(RowFields fields) throws SQLException {
        return new LoadRow(
                fields.integerIfAny("concurrency_cap"),
                fields.realIfAny("achieved_per_second"),
                fields.longInteger("conversations"),
                fields.longInteger("conversations_broken_off"),
                fields.longInteger("queued_requests"),
                fields.longInteger("ok_requests"),
                fields.longInteger("ok_output_tokens"),
                fields.realIfAny("peak_tokens_per_second"),
                fields.constant("peak_token_source", TokenSource.class),
                steady(fields));
    }

    private static Optional<LoadRow.Steady> steady(RowFields fields) throws SQLException {
        Optional<Instant> from = fields.instantIfAny("steady_from_micros");
        Optional<Instant> until = fields.instantIfAny("steady_until_micros");
        if (from.isEmpty() || until.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LoadRow.Steady(
                from.get(),
                until.get(),
                fields.longInteger("steady_requests"),
                fields.longInteger("steady_output_tokens")));
    }
}
