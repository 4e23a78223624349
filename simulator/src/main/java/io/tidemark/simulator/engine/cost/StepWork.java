package io.tidemark.simulator.engine.cost;

/**
 * The work of one step, in the units that {@link StepCost} charges for.
 *
 * @param tokens scheduled tokens, of prefills and decodes
 * @param logitRows rows that need logits: decoded tokens and prefills that end in this step
 * @param kvTokensRead KV tokens that decodes read
 * @param attention sum over prefill chunks of tokens times mean context, in tokens squared
 * @param sequences requests in the step
 * @param draftTokens of the scheduled tokens, those that speculative decoding drafted
 * @param deepestDraft most drafts of one request
 */
public record StepWork(
        long tokens,
        long logitRows,
        long kvTokensRead,
        double attention,
        int sequences,
        long draftTokens,
        int deepestDraft) {
    public static final StepWork NONE = new StepWork(0, 0, 0, 0, 0);

    /** A load without drafts. */
    public StepWork(long tokens, long logitRows, long kvTokensRead, double attention, int sequences) {
        this(tokens, logitRows, kvTokensRead, attention, sequences, 0, 0);
    }

    /** A decode schedules its next token and its drafts. */
    public StepWork plusDecode(long contextTokens, int scheduledTokens) {
        return new StepWork(
                tokens + scheduledTokens,
                logitRows + scheduledTokens,
                kvTokensRead + contextTokens + scheduledTokens,
                attention,
                sequences + 1,
                draftTokens + scheduledTokens - 1,
                Math.max(deepestDraft, scheduledTokens - 1));
    }

    public StepWork plusPrefill(long contextTokens, int scheduledTokens, int rowsWithLogits) {
        double chunkAttention = scheduledTokens * (contextTokens + scheduledTokens / 2.0);
        return new StepWork(
                tokens + scheduledTokens,
                logitRows + rowsWithLogits,
                kvTokensRead,
                attention + chunkAttention,
                sequences + 1,
                draftTokens,
                deepestDraft);
    }
}
