package io.tidemark.app.watch;

import io.tidemark.app.watch.BaselineJudge.Judgement;
import io.tidemark.app.watch.WatchedPlan.Confirmation;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.ExponentialBackoff;

/** One watched plan as its watcher knows it. Not thread-safe. */
final class PlanWatch {
    /** First pause, factor, last pause in milliseconds, and jitter, after runs that could not begin. */
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(
            Duration.ofSeconds(30).toMillis(), 2, Duration.ofMinutes(10).toMillis(), 0.1);

    private final WatchedPlan plan;
    private final String watcher;
    private PlanHistory history = new PlanHistory(Instant.EPOCH, List.of());
    private Judgement judgement = Judgement.unknown("");
    private int failures;
    private String failure = "";
    private Instant retryAt = Instant.MIN;
    private Optional<WatchState> published = Optional.empty();

    /** @param watcher host and process, for people */
    PlanWatch(WatchedPlan plan, String watcher) {
        this.plan = plan;
        this.watcher = watcher;
    }

    WatchedPlan plan() {
        return plan;
    }

    PlanHistory history() {
        return history;
    }

    Judgement judgement() {
        return judgement;
    }

    void update(PlanHistory newHistory, Judgement newJudgement) {
        history = newHistory;
        judgement = newJudgement;
    }

    /** What is done next: after a run that could not begin, nothing for a while. */
    NextRun next(Blackouts blackouts, Instant now) {
        NextRun next = NextRun.of(plan, history, judgement.pending(), blackouts, now);
        if (next instanceof NextRun.Run run && now.isBefore(retryAt)) {
            return new NextRun.Wait(retryAt, Optional.of(run.due()), failure);
        }
        return next;
    }

    /** Whether the next run waits for something else than its time. */
    boolean isBlocked(NextRun.Wait wait) {
        return !wait.reason().isEmpty() && wait.reason().equals(failure);
    }

    /** A run's process ended. */
    void ended(WatchedRuns.EndedRun run, Instant now) {
        if (run.end().hasResults()) {
            failures = 0;
            failure = "";
            retryAt = Instant.MIN;
        } else {
            failed("the run ended with " + run.end().code() + ": " + run.lastWords(), now);
        }
    }

    /** A run could not begin, or did not come to its results. */
    void failed(String reason, Instant now) {
        failure = reason;
        retryAt = now.plusMillis(PAUSES.backoff(failures));
        failures++;
    }

    /** The state to publish; empty if it is the one that was published last. */
    Optional<WatchState> changed(WatchActivity activity, String description, Optional<Instant> nextDue) {
        WatchState state = state(activity, description, nextDue);
        return published.filter(state::equals).isPresent() ? Optional.empty() : Optional.of(state);
    }

    void published(WatchState state) {
        published = Optional.of(state);
    }

    private WatchState state(WatchActivity activity, String description, Optional<Instant> nextDue) {
        Optional<PastRun> newest = history.newest();
        return WatchState.newBuilder()
                .setWatch(plan.name())
                .setTarget(plan.target().toString())
                .setSchedule(plan.schedule().format())
                .setWatcher(watcher)
                .setSince(history.since())
                .setActivity(activity)
                .setDescription(description)
                .setNextDue(nextDue.filter(due -> plan.schedule() instanceof RunSchedule.Cron)
                        .orElse(null))
                .setLastRun(newest.map(PastRun::run).orElse(""))
                .setExperiment(newest.map(PastRun::experiment).orElse(""))
                .setPhase(plan.phase())
                .setBaseline(plan.baseline().orElse(""))
                .setVerdict(judgement.verdict())
                .setSuspectRun(judgement.suspect().map(PastRun::run).orElse(""))
                .setSuspectSince(judgement.suspect().map(PastRun::due).orElse(null))
                .setConfirmingRuns(judgement.confirming())
                .setConfirmationsWanted(
                        plan.confirmation().map(Confirmation::runs).orElse(0))
                .setEvidence(judgement.evidence())
                .build();
    }
}
