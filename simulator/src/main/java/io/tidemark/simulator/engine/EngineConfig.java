package io.tidemark.simulator.engine;

/**
 * How an engine is set up; the names are vLLM's flags.
 *
 * @param maxNumBatchedTokens the token budget of one step
 * @param maxNumSeqs most requests that run at once
 * @param kvBlocks capacity of the KV cache in blocks
 * @param blockSize tokens per KV block (vLLM: 16)
 * @param enablePrefixCaching whether full blocks are shared between requests with equal prefixes
 * @param cost what a step costs
 * @param speculation speculative decoding, or none
 * @param warmUpSeconds added to the first step (compilation, graph capture)
 * @param seed of the noise
 */
public record EngineConfig(
        int maxNumBatchedTokens,
        int maxNumSeqs,
        int kvBlocks,
        int blockSize,
        boolean enablePrefixCaching,
        StepCost cost,
        Speculation speculation,
        double warmUpSeconds,
        long seed) {
    public EngineConfig {
        requirePositive("max-num-batched-tokens", maxNumBatchedTokens);
        requirePositive("max-num-seqs", maxNumSeqs);
        requirePositive("KV blocks", kvBlocks);
        requirePositive("block-size", blockSize);
    }

    /** Without speculative decoding. */
    public EngineConfig(
            int maxNumBatchedTokens,
            int maxNumSeqs,
            int kvBlocks,
            int blockSize,
            boolean enablePrefixCaching,
            StepCost cost,
            double warmUpSeconds,
            long seed) {
        this(
                maxNumBatchedTokens,
                maxNumSeqs,
                kvBlocks,
                blockSize,
                enablePrefixCaching,
                cost,
                Speculation.none(),
                warmUpSeconds,
                seed);
    }

    /** The same with other speculative decoding. */
    public EngineConfig with(Speculation replaced) {
        return new EngineConfig(
                maxNumBatchedTokens,
                maxNumSeqs,
                kvBlocks,
                blockSize,
                enablePrefixCaching,
                cost,
                replaced,
                warmUpSeconds,
                seed);
    }

    /** The same with other limits of a step. */
    EngineConfig withLimits(int newMaxNumBatchedTokens, int newMaxNumSeqs) {
        return new EngineConfig(
                newMaxNumBatchedTokens,
                newMaxNumSeqs,
                kvBlocks,
                blockSize,
                enablePrefixCaching,
                cost,
                speculation,
                warmUpSeconds,
                seed);
    }

    private static void requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be > 0 but was " + value);
        }
    }

    /** Tokens that the KV cache holds. */
    public long kvCapacityTokens() {
        return (long) kvBlocks * blockSize;
    }
}
