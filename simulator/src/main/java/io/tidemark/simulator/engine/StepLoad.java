package io.tidemark.simulator.engine;

/**
 * The work of one step, in the units that {@link StepCost} charges for.
 *
 * @param tokens scheduled tokens, of prefills and decodes
 * @param logitRows rows that need logits: decoded tokens and prefills that end in this step
 * @param kvTokensRead KV tokens that decodes read
 * @param attention sum over prefill chunks of tokens times mean context, in tokens squared
 * @param sequences requests in the step
 */
public record StepLoad(long tokens, long logitRows, long kvTokensRead, double attention, int sequences) {
    static final StepLoad NONE = new StepLoad(0, 0, 0, 0, 0);

    StepLoad plusDecode(long contextTokens, int scheduledTokens) {
        return new StepLoad(
                tokens + scheduledTokens,
                logitRows + scheduledTokens,
                kvTokensRead + contextTokens + scheduledTokens,
                attention,
                sequences + 1);
    }

    StepLoad plusPrefill(long contextTokens, int scheduledTokens, int rowsWithLogits) {
        double chunkAttention = scheduledTokens * (contextTokens + scheduledTokens / 2.0);
        return new StepLoad(
                tokens + scheduledTokens,
                logitRows + rowsWithLogits,
                kvTokensRead,
                attention + chunkAttention,
                sequences + 1);
    }
}
