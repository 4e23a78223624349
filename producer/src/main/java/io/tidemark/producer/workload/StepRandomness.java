package io.tidemark.producer.workload;

import java.util.SplittableRandom;

/**
 * The randomness of one step's workload.
 *
 * @param step from 0
 * @param lengths seeded by the plan: every phase is asked the same lengths in the same order
 * @param words seeded by the run: no run finds another's made-up words in a prefix cache
 * @param shared for text that prompts of the step share
 */
record StepRandomness(int step, SplittableRandom lengths, SplittableRandom words, Shared shared) {
    StepRandomness split() {
        return new StepRandomness(step, lengths.split(), words.split(), shared.split());
    }

    /** Lengths seeded by the plan, words by the run; both the same in every step where reuse is wanted. */
    record Shared(SplittableRandom lengths, SplittableRandom words) {
        Shared split() {
            return new Shared(lengths.split(), words.split());
        }
    }
}
