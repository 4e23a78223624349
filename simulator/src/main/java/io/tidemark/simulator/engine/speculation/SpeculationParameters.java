package io.tidemark.simulator.engine.speculation;

import io.tidemark.simulator.engine.cost.DraftCost;
import io.tidemark.simulator.random.SeededRandom;

/**
 * Speculative decoding: each decoding request may bring so many draft tokens, which are verified together with its next
 * token; the accepted ones and that token come out in one chunk.
 *
 * @param numSpeculativeTokens vLLM's {@code num_speculative_tokens}; 0: no speculation
 * @param mostDrafts drafts per step that the method finds at most, at least 1
 * @param leastProbability a draft that would be reached and accepted with less is not made, 0..1; 0: all are made
 * @param acceptance how many drafts are accepted
 * @param cost what making the drafts costs
 */
public record SpeculationParameters(
        int numSpeculativeTokens, int mostDrafts, double leastProbability, DraftAcceptance acceptance, DraftCost cost) {
    private static final SpeculationParameters NONE =
            new SpeculationParameters(0, 1, 0, new DraftAcceptance.Geometric(0, 0), DraftCost.NONE);

    public SpeculationParameters {
        if (numSpeculativeTokens < 0) {
            throw new IllegalArgumentException("num-speculative-tokens must be >= 0 but was " + numSpeculativeTokens);
        }
        if (mostDrafts < 1) {
            throw new IllegalArgumentException("most-drafts must be >= 1 but was " + mostDrafts);
        }
        if (!(leastProbability >= 0 && leastProbability <= 1)) {
            throw new IllegalArgumentException("least-probability must be in 0..1 but was " + leastProbability);
        }
    }

    public static SpeculationParameters none() {
        return NONE;
    }

    public boolean on() {
        return numSpeculativeTokens > 0;
    }

    /** Who decides what becomes of one request's drafts. */
    public DraftVerifier drafter(SeededRandom random) {
        return acceptance.of(random).limitedTo(leastProbability, Math.min(numSpeculativeTokens, mostDrafts));
    }
}
