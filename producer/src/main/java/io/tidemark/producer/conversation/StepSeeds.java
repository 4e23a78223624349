package io.tidemark.producer.conversation;

import io.tidemark.producer.runtime.RunSpec;
import java.util.SplittableRandom;

/**
 * Randomness of the steps. Arrivals and lengths come from the plan's seed, so that every phase gets the same load; words
 * come from the run's id too, so that no run meets another's prompts in a prefix cache.
 */
public final class StepSeeds {
    private final SplittableRandom arrivals;
    private final SplittableRandom lengths;
    private final SplittableRandom words;

    public StepSeeds(RunSpec spec) {
        this(spec.plan().seed(), spec.runId());
    }

    StepSeeds(long planSeed, String runId) {
        SplittableRandom plan = new SplittableRandom(planSeed);
        this.arrivals = plan.split();
        this.lengths = plan.split();
        this.words = new SplittableRandom(ofRun(planSeed, runId));
    }

    /** The seed of what differs from run to run. */
    public static long ofRun(long planSeed, String runId) {
        return planSeed * 31 + runId.hashCode();
    }

    /** Generators of one step. */
    public record Generators(SplittableRandom arrivals, SplittableRandom lengths, SplittableRandom words) {}

    public Generators next() {
        return new Generators(arrivals.split(), lengths.split(), words.split());
    }
}
