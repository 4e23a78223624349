package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.Outcome;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.jdbc.query.RequestQueries;
import io.tidemark.sinks.store.jdbc.query.RunQueries;
import io.tidemark.sinks.store.jdbc.query.SeriesQueries;
import io.tidemark.sinks.store.jdbc.query.SketchQueries;
import io.tidemark.sinks.store.jdbc.query.StepQueries;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import io.tidemark.sinks.store.read.AnnotationQuery;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.DeadLetterRow;
import io.tidemark.sinks.store.read.RegressionRow;
import io.tidemark.sinks.store.read.RequestVisitor;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.ServerSampleRow;
import io.tidemark.sinks.store.read.SketchQuery;
import io.tidemark.sinks.store.read.SketchVisitor;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.ExperimentRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepRow;
import io.tidemark.sinks.store.read.step.StepVerdictRow;
import io.tidemark.sinks.store.read.tune.TrialRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A reader over one connection; it owns it. */
final class JdbcReader implements ResultReader {
    private static final String ANNOTATIONS =
            "SELECT * FROM annotations WHERE team = ? AND at_micros >= ? AND at_micros <= ?"
                    + " ORDER BY at_micros DESC, annotation LIMIT ";
    private static final String ANNOTATION = "SELECT * FROM annotations WHERE team = ? AND annotation = ?";
    private static final String AUDIT_SINCE = "SELECT * FROM audit WHERE at_micros >= ?";
    private static final String AUDIT_ORDER = " ORDER BY at_micros DESC, team, id LIMIT ";
    private static final String BASELINES = "SELECT * FROM baselines ORDER BY team, baseline";
    private static final String BASELINE_RUNS =
            "SELECT run FROM baseline_runs WHERE team = ? AND baseline = ? ORDER BY position";
    private static final String DEAD_LETTERS_BY_REASON = """
            SELECT team, topic, code, COUNT(*) AS records, MIN(reason) AS example, MIN(appended_micros) AS first_micros,
                MAX(appended_micros) AS last_micros
            FROM dead_letters GROUP BY team, topic, code ORDER BY last_micros DESC, team, topic, code""";
    private static final String TUNES = "SELECT * FROM tunes ORDER BY started_micros DESC, team, tune";
    private static final String TRIALS = "SELECT * FROM trials WHERE team = ? AND tune = ? ORDER BY number";

    private final QueryRunner reads;
    private final RunQueries runs;
    private final StepQueries steps;
    private final SeriesQueries series;
    private final SketchQueries sketches;
    private final RequestQueries requests;

    JdbcReader(QueryRunner reads) {
        this.reads = reads;
        this.runs = new RunQueries(reads);
        this.steps = new StepQueries(reads);
        this.series = new SeriesQueries(reads);
        this.sketches = new SketchQueries(reads);
        this.requests = new RequestQueries(reads);
    }

    @Override
    public List<Team> teams() {
        return runs.teams();
    }

    @Override
    public List<ExperimentRow> experiments() {
        return runs.experiments();
    }

    @Override
    public List<RunRow> runs(RunFilter filter) {
        return runs.runs(filter);
    }

    @Override
    public List<RunRow> runs(RunFilter filter, RunPage page) {
        return runs.page(filter, page);
    }

    @Override
    public List<RunRow> latestRuns(int count) {
        return runs.latest(count);
    }

    @Override
    public Optional<RunRow> run(RunKey run) {
        return runs.run(run);
    }

    @Override
    public List<SloRow> objectives(RunKey run) {
        return runs.objectives(run);
    }

    @Override
    public List<StepRow> steps(RunKey run) {
        return steps.steps(run);
    }

    @Override
    public Map<RunKey, List<StepVerdictRow>> verdicts(List<RunKey> keys) {
        return steps.verdicts(keys);
    }

    @Override
    public List<SegmentRow> segments(RunKey run, int step, String requestClass) {
        return steps.ofSegments(run, step, requestClass);
    }

    @Override
    public List<WindowRow> windows(WindowQuery query) {
        return series.windows(query);
    }

    @Override
    public List<WindowRow> windowsAt(WindowQuery query, Collection<Instant> ends) {
        return series.windowsAt(query, ends);
    }

    @Override
    public void scanSketches(SketchQuery query, SketchVisitor scan) {
        sketches.scan(query, scan);
    }

    @Override
    public List<BreachRow> breaches(RunKey run) {
        return series.breaches(run);
    }

    @Override
    public List<ServerSampleRow> servers(ServerQuery query) {
        return series.servers(query);
    }

    @Override
    public Map<Outcome, Long> outcomes(RunKey run, int step) {
        return requests.outcomes(run, step);
    }

    @Override
    public List<QualityRow> quality(RunFilter filter) {
        return runs.quality(filter);
    }

    @Override
    public long requestCount(RunKey run) {
        return requests.count(run);
    }

    @Override
    public void scanRequests(RunKey run, RequestVisitor scan) {
        requests.scan(run, scan);
    }

    @Override
    public List<RegressionRow> regressions(Team team, String experiment) {
        return series.regressions(team, experiment);
    }

    @Override
    public PrunedRows countPrunable(RunKey run, PruneScope scope) {
        return RunPruning.count(reads, run, scope);
    }

    @Override
    public List<ExperimentRetention> retentions() {
        return ExperimentRetentionTable.all(reads);
    }

    @Override
    public List<Baseline> baselines() {
        return reads.snapshot(() -> reads.list(BASELINES, this::baseline));
    }

    private Baseline baseline(RowFields fields) throws SQLException {
        String team = fields.text("team");
        String name = fields.text("baseline");
        return new Baseline(
                new Team(team),
                name,
                reads.list(BASELINE_RUNS, run -> run.text("run"), team, name),
                fields.text("experiment"),
                fields.text("phase"),
                fields.instant("set_micros"),
                fields.text("set_by"),
                fields.text("reason"));
    }

    @Override
    public List<TimeAnnotation> annotations(AnnotationQuery query) {
        return reads.list(
                ANNOTATIONS + query.limit(),
                JdbcReader::annotation,
                query.team().name(),
                ColumnValues.micros(query.from()),
                ColumnValues.micros(query.until()));
    }

    @Override
    public Optional<TimeAnnotation> annotation(Team team, String id) {
        return reads.list(ANNOTATION, JdbcReader::annotation, team.name(), id).stream()
                .findFirst();
    }

    private static TimeAnnotation annotation(RowFields fields) throws SQLException {
        return new TimeAnnotation(
                new Team(fields.text("team")),
                fields.text("annotation"),
                fields.instant("at_micros"),
                fields.text("text"),
                new TimeAnnotation.Subject(given(fields, "target"), given(fields, "experiment"), given(fields, "run")),
                fields.text("set_by"),
                fields.instant("appended_micros"));
    }

    private static Optional<String> given(RowFields fields, String column) throws SQLException {
        return Optional.of(fields.text(column)).filter(text -> !text.isEmpty());
    }

    @Override
    public List<DeadLetterRow> deadLetters() {
        return reads.list(
                DEAD_LETTERS_BY_REASON,
                fields -> new DeadLetterRow(
                        new Team(fields.text("team")),
                        fields.text("topic"),
                        fields.text("code"),
                        fields.longInteger("records"),
                        fields.text("example"),
                        fields.instant("first_micros"),
                        fields.instant("last_micros")));
    }

    @Override
    public List<AuditRow> audit(AuditQuery query) {
        long since = ColumnValues.micros(query.since());
        String last = AUDIT_ORDER + query.limit();
        return query.team().isPresent()
                ? reads.list(
                        AUDIT_SINCE + " AND team = ?" + last,
                        JdbcReader::auditRow,
                        since,
                        query.team().get().name())
                : reads.list(AUDIT_SINCE + last, JdbcReader::auditRow, since);
    }

    private static AuditRow auditRow(RowFields fields) throws SQLException {
        String team = fields.text("team");
        return new AuditRow(
                team.equals(AuditTable.ALL_TEAMS) ? Optional.empty() : Optional.of(new Team(team)),
                fields.text("id"),
                fields.instant("at_micros"),
                fields.text("action"),
                fields.text("subject"),
                fields.json("details", ColumnValues.STRING_MAP),
                fields.text("os_user"),
                fields.text("login"),
                fields.text("host"),
                fields.text("address"));
    }

    @Override
    public List<TuneRow> tunes() {
        return reads.list(TUNES, JdbcReader::tune);
    }

    private static TuneRow tune(RowFields fields) throws SQLException {
        return new TuneRow(
                new Team(fields.text("team")),
                fields.text("tune"),
                fields.text("experiment"),
                fields.text("target"),
                fields.text("tuner"),
                fields.text("mode"),
                fields.text("objective"),
                fields.instant("started_micros"),
                fields.constant("activity", TuneActivity.class),
                fields.text("description"),
                fields.integer("planned"),
                fields.integer("ended"),
                fields.integer("infeasible"),
                fields.instantIfAny("expected_end_micros"),
                fields.text("plan"),
                fields.text("schedule"),
                fields.json("identity", ColumnValues.STRING_MAP),
                fields.text("default_phase"),
                fields.text("winner"),
                fields.text("evidence"),
                fields.instant("at_micros"));
    }

    @Override
    public List<TrialRow> trials(Team team, String tune) {
        return reads.list(TRIALS, JdbcReader::trial, team.name(), tune);
    }

    private static TrialRow trial(RowFields fields) throws SQLException {
        return new TrialRow(
                fields.text("tune"),
                fields.integer("number"),
                fields.integer("block"),
                fields.text("purpose"),
                fields.text("experiment"),
                fields.text("phase"),
                fields.json("flags", ColumnValues.STRING_MAP),
                fields.constant("status", TrialStatus.class),
                fields.text("failure"),
                fields.text("description"),
                fields.json("last_lines", ColumnValues.STRINGS),
                fields.text("log"),
                fields.text("command"),
                fields.json("facts", ColumnValues.STRING_MAP),
                fields.json("runs", ColumnValues.STRINGS),
                fields.instant("started_micros"),
                fields.instantIfAny("ended_micros"),
                fields.realIfAny("startup_seconds"),
                fields.realIfAny("first_request_seconds"),
                fields.realIfAny("held_up_to"),
                fields.realIfAny("fails_from"));
    }

    @Override
    public <T> T inSnapshot(Function<ResultReader, T> read) {
        return reads.snapshot(() -> read.apply(this));
    }

    @Override
    public ResultReader newReader() {
        return new JdbcReader(reads.newRunner());
    }

    @Override
    public void close() {
        reads.close();
    }
}
