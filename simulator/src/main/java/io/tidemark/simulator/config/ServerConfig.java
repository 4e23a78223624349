package io.tidemark.simulator.config;

import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.EngineFeatures;
import io.tidemark.simulator.engine.KvOffload;
import io.tidemark.simulator.engine.cost.ColdStart;
import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.faults.FaultConfig;
import io.tidemark.simulator.gpu.GpuSpec;

/**
 * A simulated server. In YAML the keys are those of vLLM's {@code --config} file where vLLM has them ({@code
 * max-num-seqs}), and in its style where not.
 *
 * @param model path or repository of the model ({@code root} in /v1/models)
 * @param servedModelName the name that clients ask for and metrics carry
 * @param version what /version says
 * @param maxModelLen most tokens of prompt and answer together
 * @param maxNumBatchedTokens the token budget of one step
 * @param maxNumSeqs most requests that run at once
 * @param blockSize tokens per KV block
 * @param kvCapacityTokens tokens that the KV cache holds
 * @param gpuMemoryUtilization share of the accelerator's memory that vLLM uses; a profile's capacity follows from it
 * @param kvCacheDtype how the KV cache is kept
 * @param enablePrefixCaching whether requests share blocks of equal prefixes
 * @param enablePromptTokensDetails whether usage says how many prompt tokens were cached
 * @param gpu what it runs on, for the accelerators' exporter: h200, h100, l4, rtx5070
 * @param speculativeConfig speculative decoding
 * @param asyncScheduling whether the host prepares a step while the accelerator computes the one before
 * @param coldStart how much slower the first steps are
 * @param kvOffload a pool in host memory for KV blocks that the accelerator evicts
 * @param apiKey what clients must send as bearer token; empty for none
 * @param seed of noise, answer lengths and faults
 * @param output how long answers are
 * @param cost what a step costs
 * @param faults faults to inject
 */
public record ServerConfig(
        String model,
        String servedModelName,
        String version,
        int maxModelLen,
        int maxNumBatchedTokens,
        int maxNumSeqs,
        int blockSize,
        int kvCapacityTokens,
        double gpuMemoryUtilization,
        KvCacheDtype kvCacheDtype,
        boolean enablePrefixCaching,
        boolean enablePromptTokensDetails,
        String gpu,
        SpeculativeConfig speculativeConfig,
        boolean asyncScheduling,
        ColdStart coldStart,
        KvOffload kvOffload,
        String apiKey,
        long seed,
        OutputLengthDistribution output,
        StepCost cost,
        FaultConfig faults) {
    public ServerConfig {
        if (GpuSpec.of(gpu).isEmpty()) {
            throw new IllegalArgumentException("gpu must be one of " + GpuSpec.names() + " but was " + gpu);
        }
        requirePositive("max-model-len", maxModelLen);
        requirePositive("max-num-batched-tokens", maxNumBatchedTokens);
        requirePositive("max-num-seqs", maxNumSeqs);
        requirePositive("block-size", blockSize);
        if (kvCapacityTokens / blockSize * blockSize < maxModelLen) {
            throw new IllegalArgumentException("kv-capacity-tokens must hold one request of max-model-len "
                    + maxModelLen + " tokens but was " + kvCapacityTokens);
        }
        if (!(gpuMemoryUtilization > 0 && gpuMemoryUtilization <= 1)) {
            throw new IllegalArgumentException(
                    "gpu-memory-utilization must be in (0, 1] but was " + gpuMemoryUtilization);
        }
    }

    private static void requirePositive(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be > 0 but was " + value);
        }
    }

    public int kvBlocks() {
        return kvCapacityTokens / blockSize;
    }

    /** The same server with steps that cost otherwise. */
    public ServerConfig withCost(StepCost other) {
        return new ServerConfig(
                model,
                servedModelName,
                version,
                maxModelLen,
                maxNumBatchedTokens,
                maxNumSeqs,
                blockSize,
                kvCapacityTokens,
                gpuMemoryUtilization,
                kvCacheDtype,
                enablePrefixCaching,
                enablePromptTokensDetails,
                gpu,
                speculativeConfig,
                asyncScheduling,
                coldStart,
                kvOffload,
                apiKey,
                seed,
                output,
                other,
                faults);
    }

    public EngineConfig engine() {
        return new EngineConfig(
                maxNumBatchedTokens,
                maxNumSeqs,
                kvBlocks(),
                blockSize,
                enablePrefixCaching,
                speculativeConfig.charged(cost),
                new EngineFeatures(
                        speculativeConfig.speculation(),
                        asyncScheduling,
                        coldStart.later(faults.firstStepDelaySeconds()),
                        kvOffload),
                seed);
    }
}
