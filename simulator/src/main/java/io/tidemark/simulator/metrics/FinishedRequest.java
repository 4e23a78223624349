package io.tidemark.simulator.metrics;

/**
 * A request that ended with its answer complete.
 *
 * @param finishReason stop or length
 * @param promptTokens tokens of the prompt
 * @param cachedTokens of these, tokens that the prefix cache saved
 * @param generatedTokens tokens of the answer
 * @param maxTokens the client's limit of tokens; 0 if it gave none
 * @param times its marks
 */
public record FinishedRequest(
        String finishReason,
        int promptTokens,
        int cachedTokens,
        int generatedTokens,
        int maxTokens,
        RequestTimes times) {}
