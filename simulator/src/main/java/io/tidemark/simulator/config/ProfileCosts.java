package io.tidemark.simulator.config;

import io.tidemark.simulator.engine.cost.StepCost;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a step costs on one accelerator with one model, in seconds; see {@link StepCost}. Reading a cached token costs what
 * its type costs.
 */
public record ProfileCosts(
        double hostSeconds,
        double perSequenceSeconds,
        double floorSeconds,
        double weightsSeconds,
        double perTokenSeconds,
        double perLogitRowSeconds,
        Map<KvCacheDtype, Double> perKvTokenSeconds,
        double perAttentionSeconds,
        double noiseSigma,
        double frontSeconds) {
    public ProfileCosts {
        perKvTokenSeconds = Map.copyOf(perKvTokenSeconds);
        perKvTokenSeconds.forEach(
                (dtype, seconds) -> ConfigChecks.notNegative("cost.per-kv-token-seconds." + dtype.flag(), seconds));
    }

    /** With a cache of this type, never {@link KvCacheDtype#AUTO}. */
    public StepCost with(KvCacheDtype dtype) {
        return new StepCost(
                hostSeconds,
                perSequenceSeconds,
                floorSeconds,
                weightsSeconds,
                perTokenSeconds,
                perLogitRowSeconds,
                perKvTokenSeconds.getOrDefault(dtype, 0.0),
                perAttentionSeconds,
                noiseSigma,
                frontSeconds);
    }

    /** These costs with those of a step with this type of cache. */
    public ProfileCosts replaced(KvCacheDtype dtype, StepCost cost) {
        Map<KvCacheDtype, Double> perKvToken = new EnumMap<>(KvCacheDtype.class);
        perKvToken.putAll(perKvTokenSeconds);
        perKvToken.put(dtype, cost.perKvTokenSeconds());
        return new ProfileCosts(
                cost.hostSeconds(),
                cost.perSequenceSeconds(),
                cost.floorSeconds(),
                cost.weightsSeconds(),
                cost.perTokenSeconds(),
                cost.perLogitRowSeconds(),
                perKvToken,
                cost.perAttentionSeconds(),
                cost.noiseSigma(),
                cost.frontSeconds());
    }
}
