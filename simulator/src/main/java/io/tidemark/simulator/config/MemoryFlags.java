package io.tidemark.simulator.config;

/** The vLLM flags that the size of the KV cache depends on, by their names. */
public record MemoryFlags(
        double gpuMemoryUtilization,
        int maxNumBatchedTokens,
        int maxNumSeqs,
        int blockSize,
        KvCacheDtype kvCacheDtype) {
    /** Those of a server. */
    public static MemoryFlags of(ServerConfig server) {
        return new MemoryFlags(
                server.gpuMemoryUtilization(),
                server.maxNumBatchedTokens(),
                server.maxNumSeqs(),
                server.blockSize(),
                server.kvCacheDtype());
    }

    public MemoryFlags {
        ConfigChecks.share("gpu-memory-utilization", gpuMemoryUtilization);
        ConfigChecks.positive("max-num-batched-tokens", maxNumBatchedTokens);
        ConfigChecks.positive("max-num-seqs", maxNumSeqs);
        ConfigChecks.positive("block-size", blockSize);
    }
}
