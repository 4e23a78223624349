package io.tidemark.sinks.store.jdbc;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ExperimentRetention;
import io.tidemark.sinks.store.PruneScope;
import io.tidemark.sinks.store.Pruned;
import io.tidemark.sinks.store.read.BlockRow;
import io.tidemark.sinks.store.read.BreachRow;
import io.tidemark.sinks.store.read.ClassRow;
import io.tidemark.sinks.store.read.DeadLetterRow;
import io.tidemark.sinks.store.read.Distribution;
import io.tidemark.sinks.store.read.DistributionQuery;
import io.tidemark.sinks.store.read.ExperimentRow;
import io.tidemark.sinks.store.read.PhaseRow;
import io.tidemark.sinks.store.read.QualityRow;
import io.tidemark.sinks.store.read.RegressionRow;
import io.tidemark.sinks.store.read.RequestFacts;
import io.tidemark.sinks.store.read.RequestScan;
import io.tidemark.sinks.store.read.ResultKey;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunKey;
import io.tidemark.sinks.store.read.RunRow;
import io.tidemark.sinks.store.read.SegmentRow;
import io.tidemark.sinks.store.read.ServerPoint;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.SloRow;
import io.tidemark.sinks.store.read.StepRow;
import io.tidemark.sinks.store.read.WindowPoint;
import io.tidemark.sinks.store.read.WindowQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A reader over one connection; it owns it. */
final class JdbcReader implements ResultReader {
    private final Reads reads;
    private final RunReads runs;
    private final StepReads steps;
    private final ResultReads results;
    private final BlockReads blocks;
    private final SeriesReads series;
    private final RequestReads requests;
    private final ClassReads classes;
    private final ImportReads imports;

    JdbcReader(Reads reads) {
        this.reads = reads;
        this.runs = new RunReads(reads);
        this.steps = new StepReads(reads);
        this.results = new ResultReads(reads);
        this.blocks = new BlockReads(reads);
        this.series = new SeriesReads(reads);
        this.requests = new RequestReads(reads);
        this.classes = new ClassReads(reads);
        this.imports = new ImportReads(reads);
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
    public List<PhaseRow> phases(Team team, String experiment) {
        return runs.phases(team, experiment);
    }

    @Override
    public List<RunRow> runs(RunFilter filter) {
        return runs.runs(filter);
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
    public List<SegmentRow> segments(RunKey run, int step, String requestClass) {
        return results.ofSegments(run, step, requestClass);
    }

    @Override
    public List<BlockRow> blocks(ResultKey result) {
        return blocks.blocks(result);
    }

    @Override
    public List<WindowPoint> windows(WindowQuery query) {
        return series.windows(query);
    }

    @Override
    public List<BreachRow> breaches(RunKey run) {
        return series.breaches(run);
    }

    @Override
    public List<ServerPoint> servers(ServerQuery query) {
        return series.servers(query);
    }

    @Override
    public Map<Outcome, Long> outcomes(RunKey run, int step) {
        return requests.outcomes(run, step);
    }

    @Override
    public RequestFacts requestFacts(RunKey run, int step) {
        return requests.facts(run, step);
    }

    @Override
    public List<ClassRow> classes(RunKey run, int step) {
        return classes.classes(run, step);
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
    public Distribution distribution(DistributionQuery query) {
        return requests.distribution(query);
    }

    @Override
    public void scanRequests(RunKey run, RequestScan scan) {
        requests.scan(run, scan);
    }

    @Override
    public List<RegressionRow> regressions(Team team, String experiment) {
        return series.regressions(team, experiment);
    }

    @Override
    public List<DeadLetterRow> deadLetters(Team team) {
        return series.deadLetters(team);
    }

    @Override
    public Pruned prunable(RunKey run, PruneScope scope) {
        return Pruning.count(reads, run, scope);
    }

    @Override
    public List<ExperimentRetention> retentions() {
        return Retentions.all(reads);
    }

    @Override
    public <T> T inSnapshot(Function<ResultReader, T> read) {
        return reads.snapshot(() -> read.apply(this));
    }

    @Override
    public ResultReader another() {
        return new JdbcReader(reads.another());
    }

    @Override
    public void close() {
        reads.close();
    }
}
