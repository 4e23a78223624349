package io.tidemark.producer.workload;

import io.tidemark.producer.tokens.TokenLengths;

/**
 * What a run's workload is drawn with.
 *
 * @param reuse whether steps share their prompts on purpose
 * @param planSeed of lengths and order: equal in every run of the plan
 * @param runSeed of words: equal in every lane of the run
 */
public record WorkloadParameters(boolean reuse, StepDemand demand, TokenLengths lengths, long planSeed, long runSeed) {
    /** For a workload outside a run: one step, lengths estimated. */
    static WorkloadParameters standalone() {
        return new WorkloadParameters(false, StepDemand.unknown(), TokenLengths.estimate(), 0, 0);
    }

    WorkloadParameters scaledBy(double share) {
        return new WorkloadParameters(reuse, demand.scaledBy(share), lengths, planSeed, runSeed);
    }
}
