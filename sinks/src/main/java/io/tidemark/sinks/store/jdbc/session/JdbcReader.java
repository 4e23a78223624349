package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.query.AnnotationQueries;
import io.tidemark.sinks.store.jdbc.query.AuditQueries;
import io.tidemark.sinks.store.jdbc.query.BaselineQueries;
import io.tidemark.sinks.store.jdbc.query.DeadLetterQueries;
import io.tidemark.sinks.store.jdbc.query.ImportQueries;
import io.tidemark.sinks.store.jdbc.query.RequestQueries;
import io.tidemark.sinks.store.jdbc.query.ResultQueries;
import io.tidemark.sinks.store.jdbc.query.RunQueries;
import io.tidemark.sinks.store.jdbc.query.SeriesQueries;
import io.tidemark.sinks.store.jdbc.query.SketchQueries;
import io.tidemark.sinks.store.jdbc.query.StepQueries;
import io.tidemark.sinks.store.jdbc.query.TuneQueries;
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
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A reader over one connection; it owns it. */
final class JdbcReader implements ResultReader {
    private final QueryRunner reads;
    private final RunQueries runs;
    private final StepQueries steps;
    private final ResultQueries results;
    private final SeriesQueries series;
    private final SketchQueries sketches;
    private final RequestQueries requests;
    private final ImportQueries imports;

    JdbcReader(QueryRunner reads) {
        this.reads = reads;
        this.runs = new RunQueries(reads);
        this.steps = new StepQueries(reads);
        this.results = new ResultQueries(reads);
        this.series = new SeriesQueries(reads);
        this.sketches = new SketchQueries(reads);
        this.requests = new RequestQueries(reads);
        this.imports = new ImportQueries(reads);
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
        return results.verdicts(keys);
    }

    @Override
    public List<SegmentRow> segments(RunKey run, int step, String requestClass) {
        return results.ofSegments(run, step, requestClass);
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
        return imports.quality(filter);
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
        return BaselineQueries.all(reads);
    }

    @Override
    public List<TimeAnnotation> annotations(AnnotationQuery query) {
        return AnnotationQueries.rows(reads, query);
    }

    @Override
    public Optional<TimeAnnotation> annotation(Team team, String id) {
        return AnnotationQueries.one(reads, team, id);
    }

    @Override
    public List<DeadLetterRow> deadLetters() {
        return DeadLetterQueries.all(reads);
    }

    @Override
    public List<AuditRow> audit(AuditQuery query) {
        return AuditQueries.rows(reads, query);
    }

    @Override
    public List<TuneRow> tunes() {
        return TuneQueries.all(reads);
    }

    @Override
    public List<TrialRow> trials(Team team, String tune) {
        return TuneQueries.trials(reads, team, tune);
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
