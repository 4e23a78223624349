package io.tidemark.simulator.engine;

/**
 * What the pool in host memory did since the engine's start.
 *
 * @param queriedTokens prompt tokens looked up there, because the accelerator did not hold them ({@code
 *     vllm:external_prefix_cache_queries_total})
 * @param hitTokens of them, found ({@code vllm:external_prefix_cache_hits_total})
 * @param storedBlocks blocks copied to the host
 * @param loadedBlocks blocks copied back
 * @param heldBlocks blocks there now
 */
public record KvOffloadCounts(
        long queriedTokens, long hitTokens, long storedBlocks, long loadedBlocks, int heldBlocks) {
    public static final KvOffloadCounts NONE = new KvOffloadCounts(0, 0, 0, 0, 0);
}
