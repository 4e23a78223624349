package io.tidemark.simulator.engine;

/**
 * One request as the engine sees it.
 *
 * @param id unique among the requests in the engine
 * @param promptTokens at least 1
 * @param outputTokens tokens that it will generate, at least 1
 * @param blockHashes block identities of the prompt, and of the output where its tokens are known beforehand
 */
public record EngineRequest(String id, int promptTokens, int outputTokens, BlockHashes blockHashes) {
    public EngineRequest {
        if (promptTokens < 1) {
            throw new IllegalArgumentException("request " + id + ": promptTokens must be >= 1 but was " + promptTokens);
        }
        if (outputTokens < 1) {
            throw new IllegalArgumentException("request " + id + ": outputTokens must be >= 1 but was " + outputTokens);
        }
    }

    /** KV tokens that it needs when its last token is computed. */
    public long totalTokens() {
        return (long) promptTokens + outputTokens;
    }
}
