package io.tidemark.sinks.store.read;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.baseline.Baseline;
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

/**
 * What reports, gate and console read. Works while the sink writes: each call sees the last committed batch; calls inside
 * {@link #inSnapshot} see one and the same. Thread-safe; calls take turns.
 *
 * <p>Unknown runs give empty answers. A store that cannot be read gives a {@link io.tidemark.sinks.store.StoreException}.
 */
public interface ResultReader extends AutoCloseable {
    List<Team> teams();

    /** Newest first. */
    List<ExperimentRow> experiments();

    /** Newest first, by start. */
    List<RunRow> runs(RunFilter filter);

    /** A part of the same list. */
    List<RunRow> runs(RunFilter filter, RunPage page);

    /** The {@code count} newest runs of all teams, newest first. */
    List<RunRow> latestRuns(int count);

    Optional<RunRow> run(RunKey run);

    /** The objectives that the run declared and did not remove, by name. */
    List<SloRow> objectives(RunKey run);

    /** Steps by number, each with its results. */
    List<StepRow> steps(RunKey run);

    /** Verdicts of several runs at once, each by step; a run of which no step has a result is not in it. */
    Map<RunKey, List<StepVerdictRow>> verdicts(List<RunKey> runs);

    /** Segments of a step that was cut into several, by number, as requests of one class saw them. */
    List<SegmentRow> segments(RunKey run, int step, String requestClass);

    /** By step, target and end; older than a day at one a minute. */
    List<WindowRow> windows(WindowQuery query);

    /** Of the windows that {@code query} asks for, those with these ends. */
    List<WindowRow> windowsAt(WindowQuery query, Collection<Instant> ends);

    /**
     * Shows what windows of any length are recomputed from to {@code scan}: each minute while it is kept, else its hour. By step, target and end.
     * Minutes and hours without values are left out.
     */
    void scanSketches(SketchQuery query, SketchVisitor scan);

    /** By opening, retracted ones among them. */
    List<BreachRow> breaches(RunKey run);

    /** By start of the scrape. */
    List<ServerSampleRow> servers(ServerQuery query);

    /** Stored requests of the measured part of a step by outcome; empty once their retention is over. */
    Map<Outcome, Long> outcomes(RunKey run, int step);

    /** What the answers of these runs were worth, newest run first, then by task, metric and filter. */
    List<QualityRow> quality(RunFilter filter);

    /** Stored requests of a run, all parts. */
    long requestCount(RunKey run);

    /**
     * Shows each stored request of the measured parts of a run to {@code scan}, in one pass and no particular order. That is how much is
     * learned of a million of them: a question for each figure is a pass each.
     */
    void scanRequests(RunKey run, RequestVisitor scan);

    /** Newest first. */
    List<RegressionRow> regressions(Team team, String experiment);

    /** What pruning a run would take out of the tables of runs. */
    PrunedRows countPrunable(RunKey run, PruneScope scope);

    /** Experiments with a retention of their own. */
    List<ExperimentRetention> retentions();

    /** Runs that were chosen to compare others with, by team and name. */
    List<Baseline> baselines();

    /** The team's baseline of that name. */
    default Optional<Baseline> baseline(Team team, String name) {
        return baselines().stream()
                .filter(one -> one.team().equals(team) && one.name().equals(name))
                .findFirst();
    }

    /** Marks that people set at times, newest first. */
    List<TimeAnnotation> annotations(AnnotationQuery query);

    /** The team's annotation of that id. */
    Optional<TimeAnnotation> annotation(Team team, String id);

    /** Dead letters by topic and reason, the newest first. */
    List<DeadLetterRow> deadLetters();

    /** Changes of settings and data, newest first. */
    List<AuditRow> audit(AuditQuery query);

    /** Of all teams, newest first. */
    List<TuneRow> tunes();

    /** Server starts of a tune, by number. */
    List<TrialRow> trials(Team team, String tune);

    /** Runs {@code read} on one consistent state of the store, however long it takes and whatever is written meanwhile. */
    <T> T inSnapshot(Function<ResultReader, T> read);

    /** Opens another reader of the same store, which the caller closes. Its queries need not wait for those of this one. */
    ResultReader newReader();

    @Override
    void close();
}
