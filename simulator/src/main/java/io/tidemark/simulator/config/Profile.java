package io.tidemark.simulator.config;

import io.tidemark.simulator.engine.cost.StepCost;
import java.util.List;
import java.util.Map;

/**
 * One accelerator with one model: what vLLM's flags cannot change. Everything that a flag changes is in {@link ServerConfig}.
 *
 * @param sources where its figures come from, one line each
 * @param hardware the accelerator
 * @param model the model
 * @param efficiency what costs are computed from where none are stated
 * @param memory what is in memory beside weights and KV cache
 * @param cost what a step costs
 * @param speculation by vLLM's name of the method, what its drafts are worth
 */
public record Profile(
        List<String> sources,
        Hardware hardware,
        ModelShape model,
        KernelEfficiency efficiency,
        NonKvMemory memory,
        ProfileCosts cost,
        Map<String, DraftingProfile> speculation) {
    private static final double BYTES_PER_GIB = 1L << 30;

    public Profile {
        sources = List.copyOf(sources);
        speculation = Map.copyOf(speculation);
    }

    /** GiB that vLLM leaves for the KV cache; below 0 if the model does not fit. */
    public double kvGib(MemoryFlags flags) {
        double total = flags.gpuMemoryUtilization() * hardware.memoryGib() * BYTES_PER_GIB;
        double used = model.weightGb() * 1e9 + memory.bytes(flags.maxNumBatchedTokens(), flags.maxNumSeqs());
        return (total - used) / BYTES_PER_GIB;
    }

    /** Tokens that the KV cache holds, in whole blocks. */
    public int kvCapacityTokens(MemoryFlags flags) {
        double kvBytes = kvGib(flags) * BYTES_PER_GIB;
        double blockBytes = (double) model.kvBytesPerToken(flags.kvCacheDtype()) * flags.blockSize();
        double blocks = Math.floor(kvBytes / blockBytes);
        return (int) Math.min(Integer.MAX_VALUE / 2.0, Math.max(0, blocks * flags.blockSize()));
    }

    /** What a step costs with the cache kept as the flag says. */
    public StepCost stepCost(KvCacheDtype flag) {
        return cost.with(model.resolved(flag));
    }

    public Profile withCost(ProfileCosts replaced, List<String> itsSources) {
        return new Profile(itsSources, hardware, model, efficiency, memory, replaced, speculation);
    }
}
