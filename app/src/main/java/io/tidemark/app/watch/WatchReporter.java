package io.tidemark.app.watch;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.watch.BaselineJudge.Judgement;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.format.ValueFormat;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reports the states of the plans of one target: to its listener, to the control topic, and by {@link #status}, which is for any thread. */
public final class WatchReporter {
    /**
     * How a watched plan is.
     *
     * @param description what it waits for, or what went wrong
     * @param lastRun id of its newest run; empty before the first
     * @param nextDue when its next run is due, as far as this process knows
     */
    public record PlanStatus(WatchActivity activity, String description, String lastRun, Optional<Instant> nextDue) {}

    private final OperationContext context;
    private final ControlPublisher control;
    private final Map<String, PlanStatus> statuses = new HashMap<>();

    WatchReporter(OperationContext context, ControlPublisher control, List<WatchedPlan> plans) {
        this.context = context;
        this.control = control;
        plans.forEach(plan ->
                statuses.put(plan.name(), new PlanStatus(WatchActivity.UNKNOWN, "starting", "", Optional.empty())));
    }

    /** By name of the plan. */
    synchronized Map<String, PlanStatus> status() {
        return Map.copyOf(statuses);
    }

    /** Notes the state of a plan, and publishes it if it is another one than the last. */
    void publish(PlanWatch plan, WatchActivity activity, String description, Optional<Instant> nextDue) {
        note(plan, activity, description, nextDue);
        Optional<WatchState> state = plan.changed(activity, description, nextDue);
        state.ifPresent(one -> {
            control.publish(List.of(one), now());
            plan.published(one);
        });
    }

    /** A plan cannot run, and this process does not publish its state: another one does, or Kafka is away. */
    void blocked(PlanWatch plan, String description) {
        note(plan, WatchActivity.BLOCKED, description, Optional.empty());
    }

    private synchronized void note(
            PlanWatch plan, WatchActivity activity, String description, Optional<Instant> nextDue) {
        String lastRun = plan.history().newest().map(PastRun::run).orElse("");
        PlanStatus before = statuses.put(plan.plan().name(), new PlanStatus(activity, description, lastRun, nextDue));
        if (activity == WatchActivity.BLOCKED && (before == null || !description.equals(before.description()))) {
            say(plan, "blocked: " + description);
        }
    }

    /** What the comparison with the baseline says. */
    void sayJudgement(PlanWatch plan) {
        Judgement judgement = plan.judgement();
        String evidence = judgement.evidence();
        if (judgement.verdict() == WatchVerdict.UNKNOWN) {
            say(plan, evidence.isEmpty() ? "not compared with a baseline" : evidence);
            return;
        }
        say(
                plan,
                judgement.verdict() + " against baseline "
                        + plan.plan().baseline().orElse("")
                        + (evidence.isEmpty() ? "" : ": " + evidence));
    }

    /** One line for people. */
    void say(PlanWatch plan, String description) {
        context.progress()
                .format("%s  %-12s  %s", ValueFormat.stamp(now()), plan.plan().name(), description);
    }

    private Instant now() {
        return context.wallClock().instant();
    }
}
