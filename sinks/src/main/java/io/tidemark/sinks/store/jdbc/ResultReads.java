package io.tidemark.sinks.store.jdbc;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.read.BudgetRow;
import io.tidemark.sinks.store.read.MetricRow;
import io.tidemark.sinks.store.read.ObjectiveRow;
import io.tidemark.sinks.store.read.RunKey;
import io.tidemark.sinks.store.read.SegmentRow;
import io.tidemark.sinks.store.read.StepCounts;
import io.tidemark.sinks.store.read.StepResultRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads results of steps and of their segments, with their metrics and objectives. */
final class ResultReads {
    private static final TypeReference<List<BudgetRow.BurnRow>> BURNS = new TypeReference<>() {};

    private static final String OF_RUN = " WHERE team = ? AND run = ?";
    private static final String OF_RESULT = OF_RUN + " AND step = ? AND target = ? AND request_class = ?";
    private static final String ALL_FIRST = "CASE WHEN request_class = 'all' THEN 0 ELSE 1 END, target, request_class";

    private final Reads reads;

    ResultReads(Reads reads) {
        this.reads = reads;
    }

    /** Where the metrics and objectives of a result are. */
    private record Parts(String of, String where, List<Object> key) {
        String query(String part, String order) {
            return "SELECT * FROM " + of + "_" + part + where + order;
        }
    }

    Map<Integer, List<StepResultRow>> ofSteps(RunKey run) {
        Map<Integer, List<StepResultRow>> results = new TreeMap<>();
        reads.list(
                "SELECT * FROM step_results" + OF_RUN + " ORDER BY step, " + ALL_FIRST,
                fields -> results.computeIfAbsent(fields.integer("step"), step -> new ArrayList<>())
                        .add(step(run, fields)),
                run.team().name(),
                run.run());
        return results;
    }

    List<SegmentRow> ofSegments(RunKey run, int step, String requestClass) {
        return reads.list(
                "SELECT * FROM segment_results" + OF_RUN
                        + " AND step = ? AND request_class = ? ORDER BY segment, target",
                fields -> segment(run, fields),
                run.team().name(),
                run.run(),
                step,
                requestClass);
    }

    private StepResultRow step(RunKey run, Fields fields) throws SQLException {
        return result(fields, new Parts("step", OF_RESULT, key(run, fields)));
    }

    private SegmentRow segment(RunKey run, Fields fields) throws SQLException {
        int segment = fields.integer("segment");
        List<Object> key = new ArrayList<>(key(run, fields));
        key.add(segment);
        Parts parts = new Parts("segment", OF_RESULT + " AND segment = ?", key);
        return new SegmentRow(fields.integer("step"), segment, result(fields, parts));
    }

    private static List<Object> key(RunKey run, Fields fields) throws SQLException {
        return List.of(
                run.team().name(),
                run.run(),
                fields.integer("step"),
                fields.text("target"),
                fields.text("request_class"));
    }

    private StepResultRow result(Fields fields, Parts parts) throws SQLException {
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
                metrics(parts),
                objectives(parts),
                fields.constant("verdict", Verdict.class),
                fields.json("signal_means", Stored.DOUBLE_MAP),
                fields.json("signal_maxima", Stored.DOUBLE_MAP),
                fields.integer("breaches"),
                fields.constant("run_status", RunStatus.class),
                fields.json("flags", Stored.STRINGS));
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

    private Map<Metric, MetricRow> metrics(Parts parts) {
        Map<Metric, MetricRow> metrics = new EnumMap<>(Metric.class);
        reads.list(parts.query("metrics", ""), ResultReads::metric, parts.key().toArray())
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

    private List<ObjectiveRow> objectives(Parts parts) {
        return reads.list(
                parts.query("objectives", " ORDER BY place"),
                ResultReads::objective,
                parts.key().toArray());
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
                fields.constant("standing", ObjectiveStanding.class),
                new BudgetRow(fields.realIfAny("budget_left"), fields.json("burns", BURNS)),
                JudgementColumns.read(fields));
    }
}
