package io.tidemark.simulator.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** How the KV cache is kept: the values of vLLM's {@code --kv-cache-dtype} that are modelled. */
public enum KvCacheDtype {
    /** What the checkpoint says: see {@link ModelShape#kvCacheDtype()}. */
    @JsonProperty("auto")
    AUTO(0),
    @JsonProperty("bfloat16")
    BFLOAT16(2),
    @JsonProperty("fp8")
    FP8(1);

    private final int sizeBytes;

    KvCacheDtype(int sizeBytes) {
        this.sizeBytes = sizeBytes;
    }

    /** As the flag has it. */
    public String flag() {
        return name().toLowerCase(Locale.ROOT);
    }

    int sizeBytes() {
        return sizeBytes;
    }
}
