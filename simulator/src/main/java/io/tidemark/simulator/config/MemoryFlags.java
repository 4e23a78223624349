package io.tidemark.simulator.config;

/** The vLLM flags that the size of the KV cache depends on, by their names. */
public record MemoryFlags(
        double gpuMemoryUtilization,
        int maxNumBatchedTokens,
        int maxNumSeqs,
        int blockSize,
        KvCacheDtype kvCacheDtype) {
    public MemoryFlags {
        Rules.share("gpu-memory-utilization", gpuMemoryUtilization);
        Rules.positive("max-num-batched-tokens", maxNumBatchedTokens);
        Rules.positive("max-num-seqs", maxNumSeqs);
        Rules.positive("block-size", blockSize);
    }
}
