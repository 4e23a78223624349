package io.tidemark.sinks.store.sqlite;

import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TokenSource;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.CacheShareRow;
import io.tidemark.sinks.store.read.LoadRow;
import io.tidemark.sinks.store.read.MetricRow;
import io.tidemark.sinks.store.read.ObjectiveRow;
import io.tidemark.sinks.store.read.RunKey;
import io.tidemark.sinks.store.read.StepCounts;
import io.tidemark.sinks.store.read.StepResultRow;
import io.tidemark.sinks.store.read.StepRow;
import io.tidemark.sinks.store.read.StepStateRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the steps of a run with their results. */
final class StepReads {
    private static final String OF_RUN = " WHERE team = ? AND run = ?";
    private static final String OF_RESULT = OF_RUN + " AND step = ? AND target = ? AND request_class = ?";

    private final Reads reads;

    StepReads(Reads reads) {
        this.reads = reads;
    }

    List<StepRow> steps(RunKey run) {
        return reads.snapshot(() -> {
            Map<Integer, StepStateRow> states = states(run);
            Map<Integer, List<StepResultRow>> results = results(run);
            Map<Integer, StepRow> steps = new TreeMap<>();
            states.forEach((step, state) ->
                    steps.put(step, new StepRow(run, step, Optional.of(state), results.getOrDefault(step, List.of()))));
            results.forEach((step, found) -> steps.putIfAbsent(step, new StepRow(run, step, Optional.empty(), found)));
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

    private Map<Integer, List<StepResultRow>> results(RunKey run) {
        Map<Integer, List<StepResultRow>> results = new TreeMap<>();
        reads.list(
                "SELECT * FROM step_results" + OF_RUN
                        + " ORDER BY step, CASE WHEN request_class = 'all' THEN 0 ELSE 1 END, target, request_class",
                fields -> results.computeIfAbsent(fields.integer("step"), step -> new ArrayList<>())
                        .add(result(run, fields)),
                run.team().name(),
                run.run());
        return results;
    }

    private StepResultRow result(RunKey run, Fields fields) throws SQLException {
        Object[] key = {
            run.team().name(), run.run(), fields.integer("step"), fields.text("target"), fields.text("request_class")
        };
        return new StepResultRow(
                fields.text("target"),
                fields.text("request_class"),
                fields.text("experiment"),
                fields.text("phase"),
                fields.text("workload_hash"),
                fields.constant("finality", Finality.class),
                fields.constant("load_kind", LoadKind.class),
                fields.real("load"),
                fields.realIfAny("drawn_per_second"),
                fields.instant("measure_from_micros"),
                fields.instantIfAny("measure_until_micros"),
                counts(fields),
                fields.wholeIfAny("schedule_lag_p99_nanos"),
                fields.integerIfAny("in_flight_peak"),
                metrics(key),
                objectives(key),
                fields.constant("verdict", Verdict.class),
                fields.json("signal_means", Stored.DOUBLE_MAP),
                fields.json("signal_maxima", Stored.DOUBLE_MAP),
                fields.integer("breaches"),
                fields.constant("run_status", RunStatus.class));
    }

    private static StepCounts counts(Fields fields) throws SQLException {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        fields.json("outcomes", Stored.LONG_MAP)
                .forEach((name, count) -> outcomes.merge(outcome(name), count, Long::sum));
        return new StepCounts(
                fields.whole("due"),
                fields.whole("sent"),
                fields.whole("ok"),
                outcomes,
                fields.whole("prompt_tokens"),
                fields.whole("output_tokens"));
    }

    /** Names come from a map of strings, so a newer version's may be there. */
    private static Outcome outcome(String name) {
        for (Outcome outcome : Outcome.values()) {
            if (outcome.name().equals(name)) {
                return outcome;
            }
        }
        return Outcome.UNKNOWN;
    }

    private Map<Metric, MetricRow> metrics(Object... key) {
        Map<Metric, MetricRow> metrics = new EnumMap<>(Metric.class);
        reads.list("SELECT * FROM step_metrics" + OF_RESULT, StepReads::metric, key)
                .forEach(found -> found.ifPresent(metric -> metrics.put(metric.metric(), metric)));
        return metrics;
    }

    private static Optional<MetricRow> metric(Fields fields) throws SQLException {
        Optional<Metric> metric = fields.metric("metric");
        if (metric.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MetricRow(
                metric.get(),
                fields.whole("count"),
                fields.whole("sum_nanos"),
                fields.wholeIfAny("min_nanos"),
                fields.wholeIfAny("max_nanos"),
                fields.wholeIfAny("p50_nanos"),
                fields.wholeIfAny("p90_nanos"),
                fields.wholeIfAny("p95_nanos"),
                fields.wholeIfAny("p99_nanos"),
                LogHistogram.decode(fields.bytes("sketch"))));
    }

    private List<ObjectiveRow> objectives(Object... key) {
        return reads.list("SELECT * FROM step_objectives" + OF_RESULT + " ORDER BY rowid", StepReads::objective, key);
    }

    private static ObjectiveRow objective(Fields fields) throws SQLException {
        return new ObjectiveRow(
                fields.text("objective"),
                fields.constant("kind", ObjectiveKind.class),
                fields.metric("metric"),
                fields.real("quantile"),
                fields.real("limit_value"),
                fields.constant("verdict", Verdict.class),
                fields.realIfAny("value"),
                fields.realIfAny("low"),
                fields.realIfAny("high"),
                fields.whole("count"),
                fields.whole("bad"),
                fields.wholeIfAny("needed_requests"),
                fields.text("basis"),
                fields.constant("standing", ObjectiveStanding.class));
    }
}
