package io.tidemark.reports.compare.document;

import io.tidemark.schemas.ValueText;
import java.util.Map;

/** Tokens that a server's KV cache holds, as vLLM says in {@code vllm:cache_config_info}: blocks times tokens per block. */
public final class KvCacheCapacity {
    private static final String SERIES = "vllm:cache_config_info.";
    private static final String COUNT = "\\d{1,9}";

    private KvCacheCapacity() {}

    /** "404,944 tokens"; empty where the server does not say. */
    public static String of(Map<String, String> serverInfo) {
        String blocks = serverInfo.getOrDefault(SERIES + "num_gpu_blocks", "");
        String blockTokens = serverInfo.getOrDefault(SERIES + "block_size", "");
        return blocks.matches(COUNT) && blockTokens.matches(COUNT)
                ? ValueText.count(Long.parseLong(blocks) * Long.parseLong(blockTokens)) + " tokens"
                : "";
    }
}
