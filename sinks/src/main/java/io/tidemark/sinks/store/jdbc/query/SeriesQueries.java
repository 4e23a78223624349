package io.tidemark.sinks.store.jdbc.query;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ServerRole;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.CorrelatedSignalRow;
import io.tidemark.sinks.store.read.RegressionRow;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.ServerSampleRow;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads windows, breaches, server samples and regressions. */
public final class SeriesQueries {
    private static final TypeReference<List<CorrelatedSignalRow>> MOVED = new TypeReference<>() {};

    /** Without sketches, which are half of a minute's bytes. */
    private static final String OF_WINDOWS =
            "step, target, end_micros, finality, count, p50_nanos, p90_nanos, p95_nanos,"
                    + " p99_nanos, max_nanos, ended, failed, output_tokens, in_flight, signals, signal_age_millis";

    /** Marks of one statement; SQLite takes at most 32,766. */
    private static final int MAX_ENDS = 1_000;

    private final QueryRunner reads;

    public SeriesQueries(QueryRunner reads) {
        this.reads = reads;
    }

    public List<WindowRow> windows(WindowQuery query) {
        return windows(query, "", List.of());
    }

    /** Of the windows that {@code query} asks for, those with these ends. */
    public List<WindowRow> windowsAt(WindowQuery query, Collection<Instant> ends) {
        List<WindowRow> found = new ArrayList<>();
        List<Instant> all = List.copyOf(ends);
        for (int from = 0; from < all.size(); from += MAX_ENDS) {
            List<Instant> some = all.subList(from, Math.min(from + MAX_ENDS, all.size()));
            String marks = String.join(", ", Collections.nCopies(some.size(), "?"));
            found.addAll(windows(
                    query,
                    " AND end_micros IN (" + marks + ")",
                    some.stream().map(ColumnValues::micros).toList()));
        }
        return found;
    }

    private List<WindowRow> windows(WindowQuery query, String condition, List<Long> values) {
        StringBuilder sql = new StringBuilder("SELECT " + OF_WINDOWS + " FROM window_stats"
                + " WHERE team = ? AND run = ? AND metric = ? AND window_seconds = ? AND request_class = ?");
        List<Object> parameters = new ArrayList<>(List.of(
                query.run().team().name(),
                query.run().run(),
                query.metric().event().name(),
                query.windowSeconds(),
                query.requestClass()));
        query.step().ifPresent(step -> {
            sql.append(" AND step = ?");
            parameters.add(step);
        });
        query.target().ifPresent(target -> {
            sql.append(" AND target = ?");
            parameters.add(target);
        });
        query.from().ifPresent(from -> {
            sql.append(" AND end_micros >= ?");
            parameters.add(ColumnValues.micros(from));
        });
        query.until().ifPresent(until -> {
            sql.append(" AND end_micros <= ?");
            parameters.add(ColumnValues.micros(until));
        });
        sql.append(condition);
        parameters.addAll(values);
        sql.append(" ORDER BY step, target, end_micros");
        return reads.list(sql.toString(), fields -> window(query, fields), parameters.toArray());
    }

    private static WindowRow window(WindowQuery query, RowFields fields) throws SQLException {
        return new WindowRow(
                fields.integer("step"),
                fields.text("target"),
                query.metric(),
                query.windowSeconds(),
                fields.instant("end_micros"),
                fields.constant("finality", Finality.class),
                fields.longInteger("count"),
                fields.longIntegerIfAny("p50_nanos"),
                fields.longIntegerIfAny("p90_nanos"),
                fields.longIntegerIfAny("p95_nanos"),
                fields.longIntegerIfAny("p99_nanos"),
                fields.longIntegerIfAny("max_nanos"),
                fields.longInteger("ended"),
                fields.longInteger("failed"),
                fields.longInteger("output_tokens"),
                fields.integer("in_flight"),
                query.signals() ? fields.json("signals", ColumnValues.DOUBLE_MAP) : Map.of(),
                fields.longIntegerIfAny("signal_age_millis"));
    }

    public List<BreachRow> breaches(RunKey run) {
        return reads.list(
                "SELECT * FROM breaches WHERE team = ? AND run = ? ORDER BY opened_micros, breach",
                fields -> breach(run, fields),
                run.team().name(),
                run.run());
    }

    private static BreachRow breach(RunKey run, RowFields fields) throws SQLException {
        return new BreachRow(
                fields.text("breach"),
                run,
                fields.integer("step"),
                fields.text("target"),
                fields.text("request_class"),
                fields.text("objective"),
                fields.metric("metric"),
                fields.constant("state", BreachState.class),
                fields.constant("evidence", Finality.class),
                fields.instant("opened_micros"),
                fields.instant("updated_micros"),
                fields.instantIfAny("closed_micros"),
                fields.real("limit_value"),
                fields.real("value"),
                fields.real("worst"),
                fields.longInteger("count"),
                fields.integer("window_seconds"),
                fields.json("correlated_signals", MOVED),
                new BreachRow.Remarks(
                        fields.text("description"),
                        fields.text("correlation_summary"),
                        fields.flag("flapping"),
                        fields.flag("worst_is_lower_bound"),
                        fields.text("rule"),
                        fields.constant("ended_by", BreachEnd.class)));
    }

    public List<ServerSampleRow> servers(ServerQuery query) {
        return reads.list(
                "SELECT * FROM server_samples WHERE team = ? AND target = ?"
                        + " AND scrape_start_micros >= ? AND scrape_start_micros < ?"
                        + " ORDER BY scrape_start_micros, instance, role, engine, model",
                SeriesQueries::server,
                query.team().name(),
                query.target(),
                ColumnValues.micros(query.from()),
                ColumnValues.micros(query.until()));
    }

    private static ServerSampleRow server(RowFields fields) throws SQLException {
        return new ServerSampleRow(
                fields.text("instance"),
                fields.constant("role", ServerRole.class),
                fields.text("engine"),
                fields.text("model"),
                fields.instant("scrape_start_micros"),
                fields.instant("scrape_end_micros"),
                fields.instantIfAny("process_start_micros"),
                fields.flag("up"),
                fields.textIfAny("error"),
                fields.json("signal_values", ColumnValues.DOUBLE_MAP),
                fields.json("info", ColumnValues.STRING_MAP));
    }

    public List<RegressionRow> regressions(Team team, String experiment) {
        return reads.list(
                "SELECT * FROM regressions WHERE team = ? AND experiment = ?"
                        + " ORDER BY at_micros DESC, base_phase, candidate_phase, load, measure, quantile",
                fields -> regression(team, experiment, fields),
                team.name(),
                experiment);
    }

    private static RegressionRow regression(Team team, String experiment, RowFields fields) throws SQLException {
        return new RegressionRow(
                team,
                experiment,
                fields.text("base_phase"),
                fields.text("candidate_phase"),
                fields.json("base_runs", ColumnValues.STRINGS),
                fields.json("candidate_runs", ColumnValues.STRINGS),
                fields.constant("load_kind", LoadKind.class),
                fields.real("load"),
                fields.metric("metric"),
                fields.real("quantile"),
                fields.real("base_nanos"),
                fields.real("candidate_nanos"),
                fields.real("ratio"),
                fields.realIfAny("low"),
                fields.realIfAny("high"),
                fields.constant("verdict", ComparisonVerdict.class),
                fields.text("basis"),
                fields.instant("at_micros"),
                new RegressionRow.Compared(
                        fields.text("measure"),
                        fields.text("request_class"),
                        fields.text("workload_hash"),
                        fields.realIfAny("change"),
                        fields.realIfAny("change_low"),
                        fields.realIfAny("change_high"),
                        fields.realIfAny("margin"),
                        fields.realIfAny("p"),
                        fields.realIfAny("adjusted_p"),
                        fields.integerIfAny("runs_needed")),
                segment(fields));
    }

    private static Optional<RegressionRow.Segment> segment(RowFields fields) throws SQLException {
        int segment = fields.integer("segment");
        return segment < 0
                ? Optional.empty()
                : Optional.of(new RegressionRow.Segment(
                        fields.text("soak_run"),
                        fields.integer("step"),
                        segment,
                        fields.integerIfAny("changed_at_segment")));
    }
}
