package io.tidemark.producer.schedule;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.workload.PromptFileOptions;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.workers.WorkerShare;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * One lane's share of a step. Where the clock alone decides when requests are due, the part that a count bounds is found in the
 * whole schedule, so that every lane ends it at the same moment; where answers decide too, the count is shared out.
 *
 * @param plan the step with this lane's count and concurrency
 * @param measureUntilNanos the measured part's end from the step's start, where the schedule gives it: that of a count, or of a trace
 *     that may end before the step's time is up
 */
public record StepShare(StepPlan plan, OptionalLong measureUntilNanos) {
    /** @param whole the step's schedule from its beginning, drawn from here; not asked where it does not matter */
    public static StepShare of(Plan plan, StepPlan step, WorkerShare share, Supplier<Arrivals> whole) {
        if (step.load() instanceof LoadModel.Open open
                && open.arrivals() instanceof ArrivalPlan.Trace
                && step.extent() instanceof Lasting lasting) {
            return new StepShare(step, OptionalLong.of(traceUntilNanos(step.warmUp(), lasting, whole.get())));
        }
        if (share.isWhole()) {
            return new StepShare(step, OptionalLong.empty());
        }
        if (!(step.extent() instanceof Counting counting)) {
            return new StepShare(step, OptionalLong.empty());
        }
        if (step.load() instanceof LoadModel.Open && isOfSingleTurns(plan.workload())) {
            return scheduled(step, share, new Bounded(whole.get(), step.warmUp().toNanos(), counting.requests()));
        }
        return new StepShare(counting(step, share.part(counting.requests())), OptionalLong.empty());
    }

    /** With the last request that is due; the step's own end where the trace goes on after it. */
    private static long traceUntilNanos(Duration warmUp, Lasting lasting, Arrivals whole) {
        long plannedNanos = warmUp.plus(lasting.duration()).toNanos();
        long untilNanos = warmUp.toNanos();
        OptionalLong next = whole.nextNanos();
        while (next.isPresent() && next.getAsLong() < plannedNanos) {
            untilNanos = Math.max(untilNanos, next.getAsLong() + 1);
            next = whole.nextNanos();
        }
        return next.isPresent() ? plannedNanos : untilNanos;
    }

    /** A schedule whose measured part is so many requests due from a moment on. */
    private record Bounded(Arrivals whole, long fromNanos, int requests) {}

    private static StepShare scheduled(StepPlan step, WorkerShare share, Bounded bounded) {
        long lastNanos = bounded.fromNanos() - 1;
        int measured = 0;
        int own = 0;
        OptionalLong next = bounded.whole().nextNanos();
        for (long number = 0; next.isPresent() && measured < bounded.requests(); number++) {
            if (next.getAsLong() >= bounded.fromNanos()) {
                measured++;
                own += share.owns(number) ? 1 : 0;
                lastNanos = next.getAsLong();
            }
            next = bounded.whole().nextNanos();
        }
        long untilNanos = Math.max(next.orElse(0), lastNanos + 1);
        return new StepShare(counting(step, own), OptionalLong.of(untilNanos));
    }

    private static StepPlan counting(StepPlan step, int requests) {
        return new StepPlan(
                step.load(), new Counting(requests), step.warmUp(), step.coolDown(), step.idle(), step.segment());
    }

    private static boolean isOfSingleTurns(WorkloadPlan workload) {
        if (workload instanceof WorkloadPlan.Mixture mixture) {
            return mixture.parts().stream().allMatch(part -> isOfSingleTurns(part.workload()));
        }
        if (workload instanceof WorkloadPlan.Prompts prompts) {
            return prompts.use().turns() == PromptFileOptions.Turns.FIRST;
        }
        return !(workload instanceof WorkloadPlan.Conversations);
    }
}
