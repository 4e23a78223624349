package io.tidemark.app.watch;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.analysis.compare.RegressionSuspicion;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.app.watch.WatchedPlan.Confirmation;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the newest run of a watched plan, and the runs that confirm it, with the plan's baseline. From the run that is confirmed to be worse on,
 * the plan is worse until as many runs in a row as confirm one are not, or until the baseline is set anew: later runs are not confirmed again. Runs
 * of the baseline, and those that began before it was set, say nothing of it.
 */
public record BaselineJudge(ResultReader results, Team team) {
    private static final int MAX_NAMED = 3;

    /**
     * What was found.
     *
     * @param suspect the run that is, or was, suspected; empty if none is
     * @param confirming ids of the runs that were made for it
     * @param pending the suspect, if it waits for a confirming run
     * @param evidence what is worse, by how much and how sure; or why nothing is compared
     */
    public record Judgement(
            WatchVerdict verdict,
            Optional<PastRun> suspect,
            List<String> confirming,
            Optional<PastRun> pending,
            String evidence) {
        static Judgement clear(String reason) {
            return new Judgement(WatchVerdict.CLEAR, Optional.empty(), List.of(), Optional.empty(), reason);
        }

        static Judgement unknown(String reason) {
            return new Judgement(WatchVerdict.UNKNOWN, Optional.empty(), List.of(), Optional.empty(), reason);
        }

        /** What is not judged changes nothing of a run that was confirmed to be worse before. */
        private Judgement keeping(Optional<PastRun> confirmed) {
            return verdict == WatchVerdict.UNKNOWN
                    ? new Judgement(verdict, confirmed, confirming, pending, evidence)
                    : this;
        }
    }

    /** Judges the newest run that ended valid. */
    public Judgement judge(WatchedPlan plan, PlanHistory history, Instant now) {
        return judged(plan, history, now).keeping(history.confirmed().flatMap(history::run));
    }

    private Judgement judged(WatchedPlan plan, PlanHistory history, Instant now) {
        Optional<PastRun> newest = history.newestValid();
        if (plan.baseline().isEmpty() || newest.isEmpty()) {
            return Judgement.unknown("");
        }
        try {
            return results.inSnapshot(snapshot -> judge(snapshot, plan, history, new Asked(newest.get(), now)));
        } catch (OperationException e) {
            return Judgement.unknown(
                    "not compared with baseline " + plan.baseline().get() + ": " + e.getMessage());
        }
    }

    private record Asked(PastRun newest, Instant now) {}

    private Judgement judge(ResultReader snapshot, WatchedPlan plan, PlanHistory history, Asked asked) {
        SideSelector sides =
                new SideSelector(snapshot, new SideFilter(Optional.of(team), Optional.empty(), Integer.MAX_VALUE));
        ComparedSide base = sides.side("@" + plan.baseline().orElseThrow());
        if (base.runs().size() < RegressionSuspicion.MIN_BASE_RUNS) {
            return Judgement.unknown("not compared: baseline " + plan.baseline().get() + " has "
                    + base.runs().size() + " runs that count, and " + RegressionSuspicion.MIN_BASE_RUNS
                    + " are needed to know how much runs vary");
        }
        if (base.runs().stream().anyMatch(run -> run.id().equals(asked.newest().run()))) {
            return Judgement.unknown("not compared: it is a run of the baseline");
        }
        Instant set = snapshot.baseline(team, plan.baseline().orElseThrow())
                .map(Baseline::setAt)
                .orElse(Instant.MIN);
        if (!began(asked.newest().run()).isAfter(set)) {
            return Judgement.unknown(
                    "not compared: it is older than the baseline, which was set on " + ValueFormat.stamp(set));
        }
        OneRun newest = OneRun.of(compared(base, sides.side(asked.newest().run()), asked.now()));
        Optional<PastRun> regressed = history.confirmed()
                .filter(run -> !run.equals(asked.newest().run()) && began(run).isAfter(set))
                .flatMap(history::run);
        if (regressed.isPresent()) {
            List<OneRun> later = history.newestValidAfter(regressed.get().run(), runsThatDecide(plan)).stream()
                    .map(run -> OneRun.of(compared(base, sides.side(run.run()), asked.now())))
                    .toList();
            return sinceConfirmed(plan, history, regressed.get(), later);
        }
        if (!newest.suspicion().isSuspected()) {
            return newest.blindness().map(Judgement::unknown).orElseGet(() -> Judgement.clear(""));
        }
        ComparedSide made = SideSelector.ofRuns(
                "confirming runs",
                snapshot,
                history.confirming(asked.newest()).stream()
                        .map(run -> new RunKey(team, run.run()))
                        .toList());
        // One whose figures are not in the store yet decides nothing.
        List<String> confirming = made.runs().stream().map(MeasuredRun::id).toList();
        int wanted = plan.confirmation().map(Confirmation::runs).orElse(0);
        if (wanted == 0 || confirming.size() < wanted) {
            boolean tries = wanted > 0 && history.confirmationAttempts(asked.newest()) < wanted + NextRun.MAX_ATTEMPTS;
            return new Judgement(
                    WatchVerdict.SUSPECTED,
                    Optional.of(asked.newest()),
                    confirming,
                    tries ? Optional.of(asked.newest()) : Optional.empty(),
                    description(newest.suspicion().suspected()));
        }
        List<ComparedMeasure> confirmed = newest.suspicion().confirmedBy(compared(base, made, asked.now()));
        return new Judgement(
                confirmed.isEmpty() ? WatchVerdict.REFUTED : WatchVerdict.CONFIRMED,
                Optional.of(asked.newest()),
                confirming,
                Optional.empty(),
                description(confirmed.isEmpty() ? newest.suspicion().suspected() : confirmed));
    }

    /**
     * A run against the baseline.
     *
     * @param blindness why it would not be seen to be worse; empty if it would
     */
    private record OneRun(RegressionSuspicion suspicion, Optional<String> blindness) {
        static OneRun of(RunComparison comparison) {
            return new OneRun(RegressionSuspicion.of(comparison), BaselineSpread.blindness(comparison));
        }

        boolean isClear() {
            return !suspicion.isSuspected() && blindness.isEmpty();
        }
    }

    /** By its id. */
    private static Instant began(String run) {
        return Instant.ofEpochMilli(Ulid.millis(run).orElse(0));
    }

    /** Runs in a row that end what as many confirming runs began. */
    private static int runsThatDecide(WatchedPlan plan) {
        return Math.max(1, plan.confirmation().map(Confirmation::runs).orElse(1));
    }

    /** @param later of the newest runs since, newest first */
    private static Judgement sinceConfirmed(
            WatchedPlan plan, PlanHistory history, PastRun confirmed, List<OneRun> later) {
        int wanted = runsThatDecide(plan);
        if (later.size() == wanted && later.stream().allMatch(OneRun::isClear)) {
            return Judgement.clear(wanted + (wanted == 1 ? " run is" : " runs in a row are") + " not worse");
        }
        String newest = later.stream()
                .limit(1)
                .flatMap(run -> run.suspicion().isSuspected()
                        ? Stream.of(description(run.suspicion().suspected()))
                        : run.blindness().stream())
                .map(found -> "the newest run: " + found)
                .findFirst()
                .orElse("the newest run is not worse; " + wanted + " in a row end it");
        return new Judgement(
                WatchVerdict.CONFIRMED,
                Optional.of(confirmed),
                history.confirming(confirmed).stream().map(PastRun::run).toList(),
                Optional.empty(),
                newest);
    }

    private static RunComparison compared(ComparedSide base, ComparedSide runs, Instant now) {
        return Comparison.of(
                        List.of(base, runs),
                        ComparisonPolicy.DEFAULT,
                        Comparison.MismatchPolicy.REFUSED,
                        RunVariance.NONE,
                        now)
                .result();
    }

    private static String description(List<ComparedMeasure> worse) {
        String named = worse.stream()
                .limit(MAX_NAMED)
                .map(one -> ComparisonText.change(one, ComparisonPolicy.DEFAULT.confidence()))
                .collect(Collectors.joining("; "));
        return worse.size() > MAX_NAMED ? named + "; and " + (worse.size() - MAX_NAMED) + " more" : named;
    }
}
