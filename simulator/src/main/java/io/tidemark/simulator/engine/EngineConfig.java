package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.cost.ColdStart;
import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.engine.speculation.SpeculationParameters;

/**
 * How an engine is set up; the names are vLLM's flags.
 *
 * @param maxNumBatchedTokens the token budget of one step
 * @param maxNumSeqs most requests that run at once
 * @param kvBlocks capacity of the KV cache in blocks
 * @param blockSize tokens per KV block (vLLM: 16)
 * @param enablePrefixCaching whether full blocks are shared between requests with equal prefixes
 * @param cost what a step costs
 * @param features what it does beyond plain scheduling
 * @param seed of noise and acceptance
 */
public record EngineConfig(
        int maxNumBatchedTokens,
        int maxNumSeqs,
        int kvBlocks,
        int blockSize,
        boolean enablePrefixCaching,
        StepCost cost,
        EngineFeatures features,
        long seed) {
    public EngineConfig {
        requirePositive("max-num-batched-tokens", maxNumBatchedTokens);
        requirePositive("max-num-seqs", maxNumSeqs);
        requirePositive("KV blocks", kvBlocks);
        requirePositive("block-size", blockSize);
    }

    /** Plain scheduling, whose first step takes {@code warmUpSeconds} longer. */
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
                EngineFeatures.none().with(ColdStart.firstStep(warmUpSeconds)),
                seed);
    }

    /** The same with other features. */
    public EngineConfig with(EngineFeatures replaced) {
        return new EngineConfig(
                maxNumBatchedTokens, maxNumSeqs, kvBlocks, blockSize, enablePrefixCaching, cost, replaced, seed);
    }

    /** The same with other speculative decoding. */
    public EngineConfig with(SpeculationParameters replaced) {
        return with(features.with(replaced));
    }

    /** The same with another seed. */
    public EngineConfig withSeed(long replaced) {
        return new EngineConfig(
                maxNumBatchedTokens, maxNumSeqs, kvBlocks, blockSize, enablePrefixCaching, cost, features, replaced);
    }

    /** The same with other limits of a step. */
    EngineConfig withLimits(int newMaxNumBatchedTokens, int newMaxNumSeqs) {
        return new EngineConfig(
                newMaxNumBatchedTokens, newMaxNumSeqs, kvBlocks, blockSize, enablePrefixCaching, cost, features, seed);
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
