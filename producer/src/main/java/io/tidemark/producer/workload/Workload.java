package io.tidemark.producer.workload;

import io.tidemark.producer.plan.workload.WorkloadPlan;
import java.util.SplittableRandom;

/** The conversations of a step, one after the other, without end. Not thread-safe. */
@FunctionalInterface
public interface Workload {
    Conversation next();

    /**
     * A workload of one step, outside a run.
     *
     * @param lengths seeded by the plan, so that every phase is asked the same lengths in the same order
     * @param words seeded by the run, so that no run finds another's made-up prompts in a prefix cache
     * @throws IllegalArgumentException naming file and line of what is not as it should be
     */
    static Workload open(WorkloadPlan plan, SplittableRandom lengths, SplittableRandom words) {
        return RunWorkload.open(plan, WorkloadParameters.standalone()).step(0, lengths, words);
    }
}
