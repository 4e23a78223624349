package io.tidemark.producer.run;

import io.tidemark.producer.lane.Lane;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.tally.PrefixCacheShare;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.producer.tally.StepTally;
import io.tidemark.schemas.EarlyEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says how a step stands. Its figures are the lane's, read on the lane's loop. */
final class StepProgressReporter {
    private final StepRun.RunContext stage;
    private final int step;
    private final StepTally tally;
    private Optional<String> earlyStopReason = Optional.empty();

    StepProgressReporter(StepRun.RunContext stage, int step, StepTally tally) {
        this.stage = stage;
        this.step = step;
        this.tally = tally;
    }

    /** Notifies the run's listener. */
    void report() throws InterruptedException {
        long elapsedNanos = Math.max(0, stage.nanos() - tally.bounds().startNanos());
        RunProgress progress = stage.callOnLoop(() -> progress(tally, stage.lane(), stepOfRun(), elapsedNanos));
        stage.parts().listener().progress(progress);
        stage.callOnLoop(stage.lane().health()::takeOutageChange)
                .ifPresent(stage.parts().listener()::targetOutage);
    }

    /** Why the step may end early; the first reason is kept. */
    Optional<String> earlyStopReason() {
        if (earlyStopReason.isEmpty()) {
            earlyStopReason = stage.parts().listener().earlyStopReason();
        }
        return earlyStopReason;
    }

    private StepOfRun stepOfRun() {
        return new StepOfRun(step, stage.spec().plan().steps().size());
    }

    /** A step's number, from 0, and how many steps the run has. */
    record StepOfRun(int step, int steps) {}

    /** How a step stands; on the lane's loop. */
    static RunProgress progress(StepTally tally, Lane lane, StepOfRun place, long elapsedNanos) {
        return new RunProgress(
                place.step(),
                place.steps(),
                extent(tally, elapsedNanos),
                tally.offeredSoFar(tally.bounds().startNanos() + elapsedNanos),
                Duration.ofNanos(elapsedNanos),
                tally.counts(now(lane)),
                tally.latencies());
    }

    private static RunProgress.Extent extent(StepTally tally, long elapsedNanos) {
        StepPlan plan = tally.bounds().plan();
        if (plan.extent() instanceof StepPlan.Counting counting) {
            return new RunProgress.ByCount(tally.bounds().measured(), counting.requests());
        }
        Duration planned = plan.warmUp()
                .plus(((StepPlan.Lasting) plan.extent()).duration())
                .plus(plan.coolDown());
        Duration done = Duration.ofNanos(elapsedNanos);
        return new RunProgress.ByTime(done.compareTo(planned) < 0 ? done : planned, planned);
    }

    private static StepCounts.Now now(Lane lane) {
        return new StepCounts.Now(lane.inFlight(), lane.waiting());
    }

    StepSummary summary() {
        return new StepSummary(
                step,
                tally.offered(),
                tally.counts(now(stage.lane())),
                tally.latencies().scheduleLagP99Nanos(),
                tally.flow(),
                PrefixCacheShare.UNKNOWN,
                tally.flags().clientError(),
                tally.failures(),
                flags(),
                tally.doubts().counts());
    }

    private List<String> flags() {
        List<String> flags = new ArrayList<>(tally.flags().sentences());
        flags.addAll(tally.doubts().sentences());
        earlyStopReason.ifPresent(why -> flags.add(EarlyEnd.flag(why)));
        Plan plan = stage.spec().plan();
        if (plan.connection().tls().insecure()) {
            flags.add("the target's certificate was not checked (connection.insecure)");
        }
        if (plan.request().choices() > 1) {
            flags.add(
                    "%d answers per request (request.n): tpot covers all answers of a request together, itl each answer separately"
                            .formatted(plan.request().choices()));
        }
        return flags;
    }
}
