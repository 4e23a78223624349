package io.tidemark.app.watch;

import io.tidemark.app.watch.Blackouts.Window;
import io.tidemark.app.watch.WatchedPlan.MissedRuns;
import io.tidemark.reports.format.ValueFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What is done next about a watched plan. Pure: nothing but its arguments decides. */
public sealed interface NextRun {
    /** A run that begins so much later than it was due has missed its time. */
    Duration ON_TIME = Duration.ofMinutes(5);

    /** A run that was stopped, or whose process was lost, is begun anew so often. */
    int MAX_ATTEMPTS = 3;

    /** The measured part of a continuous run before a blackout is not shorter. */
    Duration MIN_MEASURED = Duration.ofMinutes(5);

    /**
     * A run takes place now.
     *
     * @param due the moment for which it is made
     * @param confirms the run whose suspicion it confirms or refutes; empty for a scheduled run
     * @param measured length of the measured part, if shorter than the plan says
     */
    record Run(Instant due, String confirms, Optional<Duration> measured) implements NextRun {
        /** Whether it was scheduled. */
        public boolean isScheduled() {
            return confirms.isEmpty();
        }
    }

    /**
     * No run takes place yet.
     *
     * @param until when this is decided again at the latest
     * @param due when the next run is due; empty if none is
     * @param reason in words
     */
    record Wait(Instant until, Optional<Instant> due, String reason) implements NextRun {}

    /**
     * Decides.
     *
     * @param pending the run whose suspicion waits for confirming runs
     */
    static NextRun of(
            WatchedPlan plan, PlanHistory history, Optional<PastRun> pending, Blackouts blackouts, Instant now) {
        if (pending.isPresent()) {
            return blackouts
                    .within(now, plan.length())
                    .<NextRun>map(window -> waitFor(window, Optional.of(now)))
                    .orElseGet(() -> new Run(now, pending.get().run(), Optional.empty()));
        }
        return plan.schedule() instanceof RunSchedule.Continuous
                ? continuous(plan, blackouts, now)
                : scheduled(plan, history, blackouts, now);
    }

    private static NextRun continuous(WatchedPlan plan, Blackouts blackouts, Instant now) {
        Optional<Window> window = blackouts.within(now, plan.length());
        if (window.isEmpty()) {
            return new Run(now, "", Optional.empty());
        }
        Duration room = Duration.between(now, window.get().from());
        Optional<Duration> shorter = plan.measured()
                .map(last -> room.minus(plan.length().minus(last)))
                .filter(last -> last.compareTo(MIN_MEASURED) >= 0);
        return shorter.isPresent()
                ? new Run(now, "", Optional.of(Duration.ofSeconds(shorter.get().toSeconds())))
                : waitFor(window.get(), Optional.of(window.get().until()));
    }

    private static NextRun scheduled(WatchedPlan plan, PlanHistory history, Blackouts blackouts, Instant now) {
        Optional<Instant> next = plan.schedule().nextDue(now);
        Optional<Instant> open = plan.schedule().latestDue(now).filter(due -> isOpen(plan, history, due, now));
        if (open.isEmpty()) {
            return new Wait(next.orElse(Instant.MAX), next, "");
        }
        return blackouts
                .within(now, plan.length())
                .<NextRun>map(window -> waitFor(window, open))
                .orElseGet(() -> new Run(open.get(), "", Optional.empty()));
    }

    /** Whether the run that was due then is still to be made. */
    private static boolean isOpen(WatchedPlan plan, PlanHistory history, Instant due, Instant now) {
        boolean missed = due.plus(ON_TIME).isBefore(now);
        return !due.isBefore(history.since())
                && !history.isDone(due)
                && history.attempts(due) < MAX_ATTEMPTS
                && !(missed && plan.missed() == MissedRuns.SKIP);
    }

    private static NextRun waitFor(Window window, Optional<Instant> due) {
        return new Wait(
                window.until(),
                due,
                "blackout until " + ValueFormat.stamp(window.until())
                        + (window.reason().isEmpty() ? "" : ": " + window.reason()));
    }
}
