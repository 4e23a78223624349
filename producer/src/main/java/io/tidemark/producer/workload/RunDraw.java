package io.tidemark.producer.workload;

import io.tidemark.producer.tokens.TokenLengths;

/**
 * What a run's workload is drawn with.
 *
 * @param reuse whether steps share their prompts on purpose
 * @param planSeed of lengths and order: equal in every run of the plan
 * @param runSeed of words: equal in every lane of the run
 */
public record RunDraw(boolean reuse, StepNeeds needs, TokenLengths lengths, long planSeed, long runSeed) {
    /** For a workload outside a run: one step, lengths estimated. */
    static RunDraw alone() {
        return new RunDraw(false, StepNeeds.unknown(), TokenLengths.estimate(), 0, 0);
    }

    RunDraw times(double share) {
        return new RunDraw(reuse, needs.times(share), lengths, planSeed, runSeed);
    }
}
