package io.tidemark.sinks.store.jdbc.query;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.jdbc.table.AlertingJson;
import io.tidemark.sinks.store.jdbc.table.CalibrationJson;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.ExperimentRow;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.PublishingRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunNotes;
import io.tidemark.sinks.store.read.run.RunOrigin;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.run.TargetRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads teams, experiments, runs, their objectives and the quality of their answers. */
public final class RunQueries {
    private static final TypeReference<ImportRow> IMPORT = new TypeReference<>() {};
    private static final TypeReference<List<JsonNode>> NODES = new TypeReference<>() {};
    private static final String PHASES = """
            SELECT phase, MIN(substr(run, 1, 10)) AS first_made, MIN(started_micros) AS first_micros
            FROM phases JOIN runs USING (team, experiment, phase)
            WHERE phases.team = ? AND phases.experiment = ?
            GROUP BY phase ORDER BY first_made, first_micros, phase""";
    private static final String EXPERIMENTS = """
            SELECT team, experiment, COUNT(*) AS runs, MAX(substr(run, 1, 10)) AS last_made, MAX(started_micros) AS last_micros
            FROM runs GROUP BY team, experiment ORDER BY last_made DESC, last_micros DESC, team, experiment""";
    /** {@link RunRow#NEWEST_FIRST}. */
    private static final String NEWEST_FIRST = " ORDER BY substr(run, 1, 10) DESC, started_micros DESC, run DESC";

    private final QueryRunner reads;

    public RunQueries(QueryRunner reads) {
        this.reads = reads;
    }

    public List<Team> teams() {
        return reads.list("SELECT team FROM teams ORDER BY team", fields -> new Team(fields.text("team")));
    }

    public List<ExperimentRow> experiments() {
        return reads.snapshot(() -> reads.list(EXPERIMENTS, this::experiment));
    }

    private ExperimentRow experiment(RowFields fields) throws SQLException {
        Team team = new Team(fields.text("team"));
        String experiment = fields.text("experiment");
        List<String> phases = reads.list(PHASES, phase -> phase.text("phase"), team.name(), experiment);
        return new ExperimentRow(team, experiment, phases, fields.integer("runs"), fields.instant("last_micros"));
    }

    public List<RunRow> runs(RunFilter filter) {
        RunCondition chosen = RunCondition.by(filter);
        return reads.list(
                "SELECT * FROM " + RunActivityTable.OF_RUNS + " WHERE " + chosen.where() + NEWEST_FIRST,
                RunQueries::run,
                chosen.parameters().toArray());
    }

    public List<RunRow> page(RunFilter filter, RunPage page) {
        RunCondition chosen = RunCondition.by(filter);
        List<Object> parameters = new ArrayList<>(chosen.parameters());
        String older = "";
        if (page.after().isPresent()) {
            RunPage.Place last = page.after().get();
            older = " AND (substr(run, 1, 10), started_micros, run) < (substr(?, 1, 10), ?, ?)";
            parameters.add(last.run());
            parameters.add(ColumnValues.micros(last.started()));
            parameters.add(last.run());
        }
        parameters.add(page.limit());
        return reads.list(
                "SELECT * FROM " + RunActivityTable.OF_RUNS + " WHERE " + chosen.where() + older + NEWEST_FIRST
                        + " LIMIT ?",
                RunQueries::run,
                parameters.toArray());
    }

    public List<RunRow> latest(int count) {
        return reads.list(
                "SELECT * FROM " + RunActivityTable.OF_RUNS + NEWEST_FIRST + " LIMIT ?", RunQueries::run, count);
    }

    public Optional<RunRow> run(RunKey key) {
        return reads
                .list(
                        "SELECT * FROM " + RunActivityTable.OF_RUNS + " WHERE team = ? AND run = ?",
                        RunQueries::run,
                        key.team().name(),
                        key.run())
                .stream()
                .findFirst();
    }

    private static RunRow run(RowFields fields) throws SQLException {
        return new RunRow(
                new RunKey(new Team(fields.text("team")), fields.text("run")),
                fields.text("experiment"),
                fields.text("phase"),
                fields.instant("started_micros"),
                fields.instantIfAny("ended_micros"),
                fields.constant("status", RunStatus.class),
                fields.json("invalid_reasons", ColumnValues.STRINGS),
                fields.json("targets", NODES).stream().map(RunQueries::target).toList(),
                fields.json("lanes", ColumnValues.STRINGS),
                fields.integer("step_count"),
                origin(fields),
                notes(fields),
                fields.textIfAny("imported").map(text -> ColumnValues.fromJson(text, IMPORT)),
                RunActivityTable.lostRun(fields));
    }

    private static RunNotes notes(RowFields fields) throws SQLException {
        return new RunNotes(
                fields.textIfAny("calibration")
                        .map(text -> CalibrationJson.row(ColumnValues.fromJson(text, ColumnValues.NODE))),
                fields.text("token_counting"),
                fields.json("remarks", ColumnValues.STRINGS),
                fields.longIntegerIfAny("first_request_ttft_nanos"),
                fields.longIntegerIfAny("first_request_e2e_nanos"),
                fields.longIntegerIfAny("served_before"),
                fields.textIfAny("target_failure"),
                fields.textIfAny("stop_reason"),
                publishing(fields));
    }

    private static PublishingRow publishing(RowFields fields) throws SQLException {
        return new PublishingRow(
                fields.longIntegerIfAny("clock_offset_nanos"),
                fields.longIntegerIfAny("clock_offset_error_nanos"),
                fields.longIntegerIfAny("spooled_events"),
                fields.longIntegerIfAny("late_events"),
                fields.longIntegerIfAny("lost_events"));
    }

    private static RunOrigin origin(RowFields fields) throws SQLException {
        return new RunOrigin(
                fields.text("plan"),
                fields.text("plan_hash"),
                fields.text("workload_hash"),
                fields.longInteger("seed"),
                fields.text("command"),
                fields.text("tool_version"),
                fields.json("labels", ColumnValues.STRING_MAP),
                fields.json("phase_config", ColumnValues.STRING_MAP));
    }

    private static TargetRow target(JsonNode node) {
        List<String> scrapeUrls = new ArrayList<>();
        node.path("scrapeUrls").forEach(url -> scrapeUrls.add(url.asText()));
        return new TargetRow(
                node.path("name").asText(),
                node.path("url").asText(),
                node.path("model").asText(),
                scrapeUrls,
                Optional.ofNullable(node.path("serverVersion").textValue()),
                node.path("weight").asInt(1));
    }

    public List<SloRow> objectives(RunKey key) {
        return reads.list(
                "SELECT * FROM objectives WHERE team = ? AND run = ? AND removed = 0 ORDER BY name",
                RunQueries::objective,
                key.team().name(),
                key.run());
    }

    private static SloRow objective(RowFields fields) throws SQLException {
        return new SloRow(
                fields.text("name"),
                fields.constant("kind", ObjectiveKind.class),
                fields.metric("metric"),
                fields.real("quantile"),
                fields.longInteger("limit_nanos"),
                fields.real("max_bad_ratio"),
                fields.json("good_limits_nanos", ColumnValues.LONG_MAP),
                fields.integer("window_seconds"),
                fields.integer("for_seconds"),
                fields.integer("clear_seconds"),
                fields.real("clear_ratio"),
                fields.integer("min_count"),
                fields.text("request_class"),
                AlertingJson.row(fields.json("alerting", ColumnValues.NODE)));
    }

    public List<QualityRow> quality(RunFilter filter) {
        RunCondition chosen = RunCondition.by(filter);
        return reads.list(
                "SELECT * FROM quality JOIN runs USING (team, run) WHERE " + chosen.where()
                        + " ORDER BY started_micros DESC, run DESC, task, metric, filter",
                RunQueries::quality,
                chosen.parameters().toArray());
    }

    private static QualityRow quality(RowFields fields) throws SQLException {
        OptionalInt higherIsBetter = fields.integerIfAny("higher_is_better");
        return new QualityRow(
                new RunKey(new Team(fields.text("team")), fields.text("run")),
                fields.text("task"),
                fields.text("metric"),
                fields.text("filter"),
                fields.real("value"),
                fields.realIfAny("stderr"),
                fields.longIntegerIfAny("n"),
                higherIsBetter.isPresent() ? Optional.of(higherIsBetter.getAsInt() != 0) : Optional.empty());
    }
}
