package io.tidemark.app.watch;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What took place of a watched plan.
 *
 * @param since when it was first watched: what was due before is not made up for
 * @param runs in the order of their ids, which is that of their starts
 * @param confirmed id of the run that was confirmed to be worse than the baseline, as the plan's last state that judged a run says; empty if it says none is
 */
public record PlanHistory(Instant since, List<PastRun> runs, Optional<String> confirmed) {
    /** Of a plan whose last state says that no run is worse. */
    public PlanHistory(Instant since, List<PastRun> runs) {
        this(since, runs, Optional.empty());
    }

    public PlanHistory {
        runs = runs.stream().sorted(Comparator.comparing(PastRun::run)).toList();
    }

    /** The newest scheduled run with figures that may be compared. */
    public Optional<PastRun> newestValid() {
        return newest(
                runs.stream().filter(run -> run.isScheduled() && run.isValid()).toList());
    }

    /** Scheduled runs with figures that may be compared, which began after another run: the newest ones, newest first. */
    List<PastRun> newestValidAfter(String run, int most) {
        return runs.stream()
                .filter(later ->
                        later.isScheduled() && later.isValid() && later.run().compareTo(run) > 0)
                .sorted(Comparator.comparing(PastRun::run).reversed())
                .limit(most)
                .toList();
    }

    Optional<PastRun> run(String id) {
        return runs.stream().filter(one -> one.run().equals(id)).findFirst();
    }

    /** The newest run, whatever became of it. */
    public Optional<PastRun> newest() {
        return newest(runs);
    }

    /** Runs with figures that confirm or refute a suspicion of this run. */
    public List<PastRun> confirming(PastRun suspect) {
        return runs.stream()
                .filter(run -> run.confirms().equals(suspect.run()) && run.isValid())
                .toList();
    }

    /** How often a confirming run of this one was tried, whatever became of it. */
    public long confirmationAttempts(PastRun suspect) {
        return runs.stream().filter(run -> run.confirms().equals(suspect.run())).count();
    }

    /** Whether a scheduled run that was due then, or later, ran to its end. */
    boolean isDone(Instant due) {
        return runs.stream()
                .anyMatch(run ->
                        run.isScheduled() && run.isComplete() && !run.due().isBefore(due));
    }

    /** How often a scheduled run that was due then was begun. */
    long attempts(Instant due) {
        return runs.stream()
                .filter(run -> run.isScheduled() && run.due().equals(due))
                .count();
    }

    private static Optional<PastRun> newest(List<PastRun> runs) {
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.get(runs.size() - 1));
    }
}
