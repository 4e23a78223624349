package io.tidemark.simulator.config;

import io.tidemark.simulator.engine.Speculation;
import io.tidemark.simulator.engine.StepCost;

/**
 * vLLM's {@code --speculative-config}.
 *
 * @param method vLLM's name of it; {@code none} for no speculation
 * @param numSpeculativeTokens drafts per request and step at most; 0 for no speculation
 * @param drafting what the method is worth; a profile knows it of its methods
 */
public record SpeculativeConfig(String method, int numSpeculativeTokens, Drafting drafting) {
    public SpeculativeConfig {
        Rules.notNegative("speculative-config.num-speculative-tokens", numSpeculativeTokens);
    }

    Speculation speculation() {
        return numSpeculativeTokens == 0 ? Speculation.none() : drafting.with(numSpeculativeTokens);
    }

    /** What a step costs with the method's own work on each request. */
    StepCost charged(StepCost cost) {
        return numSpeculativeTokens == 0 ? cost : cost.plusPerSequence(drafting.perSequenceSeconds());
    }
}
