package io.tidemark.simulator.engine;

/**
 * What can change while an engine runs.
 *
 * @param maxNumBatchedTokens the token budget of one step
 * @param maxNumSeqs most requests that run at once
 * @param kvBlocks blocks that the KV cache has
 * @param prefixCacheEnabled whether the prefix cache finds what it holds
 */
public record EngineLimits(int maxNumBatchedTokens, int maxNumSeqs, int kvBlocks, boolean prefixCacheEnabled) {}
