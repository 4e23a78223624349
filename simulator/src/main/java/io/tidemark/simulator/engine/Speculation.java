package io.tidemark.simulator.engine;

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
public record Speculation(
        int numSpeculativeTokens, int mostDrafts, double leastProbability, Acceptance acceptance, DraftCost cost) {
    private static final Speculation NONE = new Speculation(0, 1, 0, new Acceptance.Geometric(0, 0), DraftCost.NONE);

    public Speculation {
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

    public static Speculation none() {
        return NONE;
    }

    public boolean on() {
        return numSpeculativeTokens > 0;
    }

    /** Who decides what becomes of one request's drafts. */
    Drafter drafter(Chance chance) {
        return acceptance.of(chance).from(leastProbability, Math.min(numSpeculativeTokens, mostDrafts));
    }
}
