package io.tidemark.producer.workload;

import io.tidemark.producer.arrivals.TraceFile;
import io.tidemark.producer.plan.WorkloadPlan;
import io.tidemark.producer.plan.WorkloadPlan.Prompts;
import io.tidemark.producer.plan.WorkloadPlan.Synthetic;
import java.util.random.RandomGenerator;

/** The conversations of a step, one after the other, without end. Not thread-safe. */
@FunctionalInterface
public interface Workload {
    Conversation next();

    /**
     * A step's workload.
     *
     * @param lengths seeded by the plan, so that every phase is asked the same lengths in the same order
     * @param words seeded by the run, so that no run finds another's made-up prompts in a prefix cache
     * @throws IllegalArgumentException naming file and line of what is not as it should be
     */
    static Workload open(WorkloadPlan plan, RandomGenerator lengths, RandomGenerator words) {
        if (plan instanceof Synthetic synthetic) {
            return new SyntheticWorkload(synthetic, lengths, new SyntheticText(words));
        }
        if (plan instanceof Prompts prompts) {
            return new PromptsWorkload(prompts, PromptFile.read(prompts.file(), prompts.format()), lengths);
        }
        WorkloadPlan.Trace trace = (WorkloadPlan.Trace) plan;
        return new TraceWorkload(trace, TraceFile.read(trace.file(), trace.rows()), new SyntheticText(words));
    }
}
