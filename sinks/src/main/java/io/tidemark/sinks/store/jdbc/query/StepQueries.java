package io.tidemark.sinks.store.jdbc.query;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.events.TokenSource;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.jdbc.table.JudgementColumns;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.step.BudgetRow;
import io.tidemark.sinks.store.read.step.CacheShareRow;
import io.tidemark.sinks.store.read.step.LoadRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the steps of a run with their results, metrics and objectives, and those of their segments. */
public final class StepQueries {
    private static final TypeReference<List<BudgetRow.BurnRow>> BURNS = new TypeReference<>() {};
    private static final String OF_RUN = " WHERE team = ? AND run = ?";
    private static final String OF_RESULT = OF_RUN + " AND step = ? AND target = ? AND request_class = ?";
    private static final String ALL_FIRST = "CASE WHEN request_class = 'all' THEN 0 ELSE 1 END, target, request_class";

    private final QueryRunner reads;

    public StepQueries(QueryRunner reads) {
        this.reads = reads;
    }

    public List<StepRow> steps(RunKey run) {
        return reads.snapshot(() -> {
            Map<Integer, StepStateRow> states = states(run);
            Map<Integer, List<StepResultRow>> found = results(run);
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

    /** Where the metrics and objectives of a result are. */
    private record Parts(String of, String where, List<Object> key) {
        String query(String part, String order) {
            return "SELECT * FROM " + of + "_" + part + where + order;
        }
    }

    private Map<Integer, List<StepResultRow>> results(RunKey run) {
        Map<Integer, List<StepResultRow>> results = new TreeMap<>();
        reads.list(
                "SELECT * FROM step_results" + OF_RUN + " ORDER BY step, " + ALL_FIRST,
                fields -> results.computeIfAbsent(fields.integer("step"), step -> new ArrayList<>())
                        .add(step(run, fields)),
                run.team().name(),
                run.run());
        return results;
    }

    public Map<RunKey, List<StepVerdictRow>> verdicts(List<RunKey> runs) {
        Map<RunKey, List<StepVerdictRow>> verdicts = new LinkedHashMap<>();
        if (!runs.isEmpty()) {
            String marks = String.join(", ", Collections.nCopies(runs.size(), "(?, ?)"));
            reads.list(
                    "SELECT team, run, step, load_kind, load, verdict FROM step_results WHERE request_class = 'all'"
                            + " AND (team, run) IN (VALUES " + marks + ") ORDER BY team, run, step",
                    fields -> verdicts.computeIfAbsent(
                                    new RunKey(new Team(fields.text("team")), fields.text("run")),
                                    run -> new ArrayList<>())
                            .add(new StepVerdictRow(
                                    fields.integer("step"),
                                    fields.constant("load_kind", LoadKind.class),
                                    fields.real("load"),
                                    fields.constant("verdict", Verdict.class))),
                    runs.stream()
                            .flatMap(run -> Stream.of(run.team().name(), run.run()))
                            .toArray());
        }
        return verdicts;
    }

    public List<SegmentRow> ofSegments(RunKey run, int step, String requestClass) {
        return reads.list(
                "SELECT * FROM segment_results" + OF_RUN
                        + " AND step = ? AND request_class = ? ORDER BY segment, target",
                fields -> segment(run, fields),
                run.team().name(),
                run.run(),
                step,
                requestClass);
    }

    private StepResultRow step(RunKey run, RowFields fields) throws SQLException {
        return result(fields, new Parts("step", OF_RESULT, key(run, fields)));
    }

    private SegmentRow segment(RunKey run, RowFields fields) throws SQLException {
        int segment = fields.integer("segment");
        List<Object> key = new ArrayList<>(key(run, fields));
        key.add(segment);
        Parts parts = new Parts("segment", OF_RESULT + " AND segment = ?", key);
        return new SegmentRow(fields.integer("step"), segment, result(fields, parts));
    }

    private static List<Object> key(RunKey run, RowFields fields) throws SQLException {
        return List.of(
                run.team().name(),
                run.run(),
                fields.integer("step"),
                fields.text("target"),
                fields.text("request_class"));
    }

    private StepResultRow result(RowFields fields, Parts parts) throws SQLException {
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
                fields.longIntegerIfAny("schedule_lag_p99_nanos"),
                fields.integerIfAny("in_flight_peak"),
                metrics(parts),
                objectives(parts),
                fields.constant("verdict", Verdict.class),
                fields.json("signal_means", ColumnValues.DOUBLE_MAP),
                fields.json("signal_maxima", ColumnValues.DOUBLE_MAP),
                fields.integer("breaches"),
                fields.constant("run_status", RunStatus.class),
                fields.json("flags", ColumnValues.STRINGS));
    }

    private static StepCountsRow counts(RowFields fields) throws SQLException {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        fields.json("outcomes", ColumnValues.LONG_MAP)
                .forEach((name, count) -> outcomes.merge(outcome(name), count, Long::sum));
        return new StepCountsRow(
                fields.longInteger("due"),
                fields.longInteger("sent"),
                fields.longInteger("ok"),
                outcomes,
                fields.longInteger("prompt_tokens"),
                fields.longInteger("output_tokens"));
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

    private Map<Metric, MetricRow> metrics(Parts parts) {
        Map<Metric, MetricRow> metrics = new EnumMap<>(Metric.class);
        reads.list(parts.query("metrics", ""), StepQueries::metric, parts.key().toArray())
                .forEach(found -> found.ifPresent(metric -> metrics.put(metric.metric(), metric)));
        return metrics;
    }

    private static Optional<MetricRow> metric(RowFields fields) throws SQLException {
        Optional<Metric> metric = fields.metric("metric");
        if (metric.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MetricRow(
                metric.get(),
                fields.longInteger("count"),
                fields.longInteger("sum_nanos"),
                fields.longIntegerIfAny("min_nanos"),
                fields.longIntegerIfAny("max_nanos"),
                fields.longIntegerIfAny("p50_nanos"),
                fields.longIntegerIfAny("p90_nanos"),
                fields.longIntegerIfAny("p95_nanos"),
                fields.longIntegerIfAny("p99_nanos"),
                LogHistogram.decode(fields.bytes("sketch"))));
    }

    private List<ObjectiveRow> objectives(Parts parts) {
        return reads.list(
                parts.query("objectives", " ORDER BY place"),
                StepQueries::objective,
                parts.key().toArray());
    }

    private static ObjectiveRow objective(RowFields fields) throws SQLException {
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
                fields.longInteger("count"),
                fields.longInteger("bad"),
                fields.longIntegerIfAny("needed_requests"),
                fields.text("basis"),
                fields.constant("standing", ObjectiveStanding.class),
                new BudgetRow(fields.realIfAny("budget_left"), fields.json("burns", BURNS)),
                JudgementColumns.read(fields));
    }
}
