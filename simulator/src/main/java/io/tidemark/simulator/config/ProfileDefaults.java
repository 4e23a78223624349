package io.tidemark.simulator.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The keys of a server's configuration that its profile and its other flags decide; a key that is stated stays. */
final class ProfileDefaults {
    private static final String COST = "cost";
    private static final String KV_OFFLOAD = "kv-offload";
    private static final String BLOCK_BYTES = "block-bytes";
    private static final String KV_CAPACITY = "kv-capacity-tokens";

    private final StrictYaml yaml;
    private final String source;

    ProfileDefaults(StrictYaml yaml, String source) {
        this.yaml = yaml;
        this.source = source;
    }

    void fill(ObjectNode config, Profile profile) {
        KvCacheDtype dtype = flag(config, "kv-cache-dtype", KvCacheDtype.class);
        ObjectNode cost = yaml.toTree(profile.stepCost(dtype));
        if (config.get(COST) instanceof ObjectNode stated) {
            StrictYaml.overlay(stated, cost);
        }
        config.set(COST, cost);
        config.put("kv-cache-dtype", profile.model().resolved(dtype).flag());
        if (config.get(KV_OFFLOAD) instanceof ObjectNode offload
                && offload.path(BLOCK_BYTES).asLong(0) == 0) {
            int blockTokens = flag(config, "block-size", Integer.class);
            offload.put(BLOCK_BYTES, profile.model().kvBytesPerToken(dtype) * blockTokens);
        }
        putIfAbsent(config, "model", profile.model().id());
        putIfAbsent(config, "served-model-name", profile.model().id());
        if (!config.has(KV_CAPACITY)) {
            config.put(KV_CAPACITY, capacity(config, profile, dtype));
        }
    }

    private int capacity(ObjectNode config, Profile profile, KvCacheDtype dtype) {
        MemoryFlags flags = new MemoryFlags(
                flag(config, "gpu-memory-utilization", Double.class),
                flag(config, "max-num-batched-tokens", Integer.class),
                flag(config, "max-num-seqs", Integer.class),
                flag(config, "block-size", Integer.class),
                dtype);
        int tokens = profile.kvCapacityTokens(flags);
        int least = flag(config, "max-model-len", Integer.class);
        if (tokens < least) {
            throw new ServerConfigException(source + ": gpu-memory-utilization " + flags.gpuMemoryUtilization() + " of "
                    + profile.hardware().memoryGib() + " GiB leaves " + tokens
                    + " tokens of KV cache but one request of max-model-len needs " + least);
        }
        return tokens;
    }

    private <T> T flag(ObjectNode config, String key, Class<T> type) {
        JsonNode value = config.get(key);
        return yaml.bind(source, key, value, type);
    }

    private static void putIfAbsent(ObjectNode config, String key, String value) {
        if (!config.has(key)) {
            config.put(key, value);
        }
    }
}
