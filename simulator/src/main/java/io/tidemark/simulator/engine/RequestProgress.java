package io.tidemark.simulator.engine;

/**
 * What one request got out of one step.
 *
 * @param id the request
 * @param newTokens tokens emitted at the step's end, at least 1
 * @param generatedTokens tokens emitted so far
 * @param finished whether this was the last
 * @param scheduledNanos when it was last admitted
 * @param cachedTokens prompt tokens that the prefix cache saved at that admission
 */
public record RequestProgress(
        String id, int newTokens, int generatedTokens, boolean finished, long scheduledNanos, int cachedTokens) {
    public boolean first() {
        return generatedTokens == newTokens;
    }
}
