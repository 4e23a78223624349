package io.tidemark.sinks.store.jdbc;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.RunStatus;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ExperimentRow;
import io.tidemark.sinks.store.read.PhaseRow;
import io.tidemark.sinks.store.read.PublishingRow;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunKey;
import io.tidemark.sinks.store.read.RunNotes;
import io.tidemark.sinks.store.read.RunOrigin;
import io.tidemark.sinks.store.read.RunRow;
import io.tidemark.sinks.store.read.SloRow;
import io.tidemark.sinks.store.read.TargetRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads teams, experiments, phases, runs and their objectives. */
final class RunReads {
    private static final TypeReference<List<JsonNode>> NODES = new TypeReference<>() {};
    private static final String PHASES = """
            SELECT phases.team, phases.experiment, phases.phase, declared_config, MIN(started_micros) AS first_micros
            FROM phases JOIN runs USING (team, experiment, phase)
            WHERE phases.team = ? AND phases.experiment = ?
            GROUP BY phases.team, phases.experiment, phases.phase, declared_config
            ORDER BY first_micros, phases.phase""";
    private static final String EXPERIMENTS = """
            SELECT team, experiment, COUNT(*) AS runs, MAX(started_micros) AS last_micros
            FROM runs GROUP BY team, experiment ORDER BY last_micros DESC, team, experiment""";

    private final Reads reads;

    RunReads(Reads reads) {
        this.reads = reads;
    }

    List<Team> teams() {
        return reads.list("SELECT team FROM teams ORDER BY team", fields -> new Team(fields.text("team")));
    }

    List<ExperimentRow> experiments() {
        return reads.snapshot(() -> reads.list(EXPERIMENTS, this::experiment));
    }

    private ExperimentRow experiment(Fields fields) throws SQLException {
        Team team = new Team(fields.text("team"));
        String experiment = fields.text("experiment");
        List<String> phases =
                phases(team, experiment).stream().map(PhaseRow::phase).toList();
        return new ExperimentRow(team, experiment, phases, fields.integer("runs"), fields.instant("last_micros"));
    }

    List<PhaseRow> phases(Team team, String experiment) {
        return reads.list(
                PHASES,
                fields -> new PhaseRow(
                        team,
                        experiment,
                        fields.text("phase"),
                        fields.json("declared_config", Stored.STRING_MAP),
                        fields.instant("first_micros")),
                team.name(),
                experiment);
    }

    List<RunRow> runs(RunFilter filter) {
        Chosen chosen = Chosen.by(filter);
        return reads.list(
                "SELECT * FROM " + Activity.OF_RUNS + " WHERE " + chosen.where()
                        + " ORDER BY started_micros DESC, run DESC",
                RunReads::run,
                chosen.parameters().toArray());
    }

    List<RunRow> latest(int count) {
        return reads.list(
                "SELECT * FROM " + Activity.OF_RUNS + " ORDER BY started_micros DESC, run DESC LIMIT ?",
                RunReads::run,
                count);
    }

    Optional<RunRow> run(RunKey key) {
        return reads
                .list(
                        "SELECT * FROM " + Activity.OF_RUNS + " WHERE team = ? AND run = ?",
                        RunReads::run,
                        key.team().name(),
                        key.run())
                .stream()
                .findFirst();
    }

    private static RunRow run(Fields fields) throws SQLException {
        return new RunRow(
                new RunKey(new Team(fields.text("team")), fields.text("run")),
                fields.text("experiment"),
                fields.text("phase"),
                fields.instant("started_micros"),
                fields.instantIfAny("ended_micros"),
                fields.constant("status", RunStatus.class),
                fields.json("invalid_reasons", Stored.STRINGS),
                fields.json("targets", NODES).stream().map(RunReads::target).toList(),
                fields.json("lanes", Stored.STRINGS),
                fields.integer("step_count"),
                origin(fields),
                notes(fields),
                fields.textIfAny("imported").map(text -> Stored.fromJson(text, ImportReads.MARK)),
                Activity.lost(fields));
    }

    private static RunNotes notes(Fields fields) throws SQLException {
        return new RunNotes(
                fields.textIfAny("calibration").map(text -> Calibrations.row(Stored.fromJson(text, Stored.NODE))),
                fields.text("token_counting"),
                fields.json("remarks", Stored.STRINGS),
                fields.wholeIfAny("first_request_ttft_nanos"),
                fields.wholeIfAny("first_request_e2e_nanos"),
                fields.wholeIfAny("served_before"),
                fields.textIfAny("target_failure"),
                publishing(fields));
    }

    private static PublishingRow publishing(Fields fields) throws SQLException {
        return new PublishingRow(
                fields.wholeIfAny("clock_offset_nanos"),
                fields.wholeIfAny("clock_offset_error_nanos"),
                fields.wholeIfAny("spooled_events"),
                fields.wholeIfAny("late_events"),
                fields.wholeIfAny("lost_events"));
    }

    private static RunOrigin origin(Fields fields) throws SQLException {
        return new RunOrigin(
                fields.text("plan"),
                fields.text("plan_hash"),
                fields.text("workload_hash"),
                fields.whole("seed"),
                fields.text("command"),
                fields.text("tool_version"),
                fields.json("labels", Stored.STRING_MAP),
                fields.json("phase_config", Stored.STRING_MAP));
    }

    private static TargetRow target(JsonNode node) {
        List<String> scrapeUrls = new ArrayList<>();
        node.path("scrapeUrls").forEach(url -> scrapeUrls.add(url.asText()));
        return new TargetRow(
                node.path("name").asText(),
                node.path("url").asText(),
                node.path("model").asText(),
                scrapeUrls,
                Optional.ofNullable(node.path("serverVersion").textValue()));
    }

    List<SloRow> objectives(RunKey key) {
        return reads.list(
                "SELECT * FROM objectives WHERE team = ? AND run = ? AND removed = 0 ORDER BY name",
                RunReads::objective,
                key.team().name(),
                key.run());
    }

    private static SloRow objective(Fields fields) throws SQLException {
        return new SloRow(
                fields.text("name"),
                fields.constant("kind", ObjectiveKind.class),
                fields.metric("metric"),
                fields.real("quantile"),
                fields.whole("limit_nanos"),
                fields.real("max_bad_ratio"),
                fields.json("good_limits_nanos", Stored.LONG_MAP),
                fields.integer("window_seconds"),
                fields.integer("for_seconds"),
                fields.integer("clear_seconds"),
                fields.real("clear_ratio"),
                fields.integer("min_count"),
                fields.text("request_class"));
    }
}
