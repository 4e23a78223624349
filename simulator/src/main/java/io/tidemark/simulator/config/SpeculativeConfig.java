package io.tidemark.simulator.config;

import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.engine.speculation.SpeculationParameters;

/**
 * vLLM's {@code --speculative-config}.
 *
 * @param method vLLM's name of it; {@code none} for no speculation
 * @param numSpeculativeTokens drafts per request and step at most; 0 for no speculation
 * @param drafting what the method is worth; a profile knows it of its methods
 */
public record SpeculativeConfig(String method, int numSpeculativeTokens, DraftingProfile drafting) {
    public SpeculativeConfig {
        ConfigChecks.notNegative("speculative-config.num-speculative-tokens", numSpeculativeTokens);
    }

    SpeculationParameters speculation() {
        return numSpeculativeTokens == 0 ? SpeculationParameters.none() : drafting.with(numSpeculativeTokens);
    }

    /** What a step costs with the method's own work on each request. */
    StepCost charged(StepCost cost) {
        return numSpeculativeTokens == 0 ? cost : cost.plusPerSequence(drafting.perSequenceSeconds());
    }
}
