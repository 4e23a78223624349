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
        Rules.share("gpu-memory-utilization", gpuMemoryUtilization);
        Rules.positive("max-num-batched-tokens", maxNumBatchedTokens);
        Rules.positive("max-num-seqs", maxNumSeqs);
        Rules.positive("block-size", blockSize);
    }
}
