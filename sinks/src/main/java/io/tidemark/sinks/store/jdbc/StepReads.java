package io.tidemark.sinks.store.jdbc;

import io.tidemark.events.LoadKind;
import io.tidemark.events.TokenSource;
import io.tidemark.sinks.store.read.CacheShareRow;
import io.tidemark.sinks.store.read.LoadRow;
import io.tidemark.sinks.store.read.RunKey;
import io.tidemark.sinks.store.read.StepResultRow;
import io.tidemark.sinks.store.read.StepRow;
import io.tidemark.sinks.store.read.StepStateRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the steps of a run with their results. */
final class StepReads {
    private static final String OF_RUN = " WHERE team = ? AND run = ?";

    private final Reads reads;
    private final ResultReads results;

    StepReads(Reads reads) {
        this.reads = reads;
        this.results = new ResultReads(reads);
    }

    List<StepRow> steps(RunKey run) {
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

    private static StepStateRow state(Fields fields) throws SQLException {
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
                fields.json("requests_by_lane", Stored.LONG_MAP),
                fields.json("measured_by_lane", Stored.LONG_MAP),
                fields.whole("sent"),
                fields.whole("planned_requests"),
                fields.wholeIfAny("schedule_lag_p99_nanos"),
                fields.integerIfAny("in_flight_peak"),
                new CacheShareRow(
                        fields.realIfAny("planned_cache_share"),
                        fields.realIfAny("measured_cache_share"),
                        fields.text("cache_share_source"),
                        fields.text("prefix_cache_reset")),
                load(fields),
                fields.json("flags", Stored.STRINGS));
    }

    private static LoadRow load(Fields fields) throws SQLException {
        return new LoadRow(
                fields.integerIfAny("concurrency_cap"),
                fields.realIfAny("achieved_per_second"),
                fields.whole("conversations"),
                fields.whole("conversations_broken_off"),
                fields.whole("queued_requests"),
                fields.whole("ok_requests"),
                fields.whole("ok_output_tokens"),
                fields.realIfAny("peak_tokens_per_second"),
                fields.constant("peak_token_source", TokenSource.class),
                steady(fields));
    }

    private static Optional<LoadRow.Steady> steady(Fields fields) throws SQLException {
        Optional<Instant> from = fields.instantIfAny("steady_from_micros");
        Optional<Instant> until = fields.instantIfAny("steady_until_micros");
        if (from.isEmpty() || until.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LoadRow.Steady(
                from.get(), until.get(), fields.whole("steady_requests"), fields.whole("steady_output_tokens")));
    }
}
