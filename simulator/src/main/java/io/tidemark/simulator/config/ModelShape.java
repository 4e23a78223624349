package io.tidemark.simulator.config;

/**
 * A model's shape, by its config.json.
 *
 * @param id path or repository ({@code root} in /v1/models)
 * @param parametersBillions parameters that a token passes through, in 10^9
 * @param weightGb bytes of its weights as served, in 10^9
 * @param layers transformer layers
 * @param kvHeads key-value heads
 * @param headDim elements of a head
 * @param hiddenSize elements of a token's state
 * @param vocabulary rows of the output projection
 * @param kvCacheDtype what {@code --kv-cache-dtype auto} means for this checkpoint
 */
public record ModelShape(
        String id,
        double parametersBillions,
        double weightGb,
        int layers,
        int kvHeads,
        int headDim,
        int hiddenSize,
        int vocabulary,
        KvCacheDtype kvCacheDtype) {
    public ModelShape {
        ConfigChecks.positive("model.parameters-billions", parametersBillions);
        ConfigChecks.positive("model.weight-gb", weightGb);
        ConfigChecks.positive("model.layers", layers);
        ConfigChecks.positive("model.kv-heads", kvHeads);
        ConfigChecks.positive("model.head-dim", headDim);
        ConfigChecks.positive("model.hidden-size", hiddenSize);
        ConfigChecks.positive("model.vocabulary", vocabulary);
        if (kvCacheDtype == KvCacheDtype.AUTO) {
            throw new IllegalArgumentException(
                    "model.kv-cache-dtype says what auto means for this model, so it must not be auto");
        }
    }

    /** Bytes that one cached token takes: keys and values of every layer. */
    public long kvBytesPerToken(KvCacheDtype dtype) {
        return 2L * layers * kvHeads * headDim * resolved(dtype).sizeBytes();
    }

    /** The type in which the cache is kept under the flag {@code dtype}. */
    public KvCacheDtype resolved(KvCacheDtype dtype) {
        return dtype == KvCacheDtype.AUTO ? kvCacheDtype : dtype;
    }
}
