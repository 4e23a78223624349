package io.tidemark.simulator.http;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.text.Prompt;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The small JSON answers. Immutable. */
final class Pages {
    private final ServerConfig config;
    private final long createdSeconds;
    private final String permissionId;

    Pages(ServerConfig config, long createdSeconds, String permissionId) {
        this.config = config;
        this.createdSeconds = createdSeconds;
        this.permissionId = permissionId;
    }

    String version() {
        return "{\"version\":" + Json.quoted(config.version()) + "}";
    }

    String models() {
        return "{\"object\":\"list\",\"data\":[{\"id\":" + Json.quoted(config.servedModelName())
                + ",\"object\":\"model\",\"created\":" + createdSeconds + ",\"owned_by\":\"vllm\",\"root\":"
                + Json.quoted(config.model()) + ",\"parent\":null,\"max_model_len\":" + config.maxModelLen()
                + ",\"permission\":[{\"id\":\"modelperm-" + permissionId
                + "\",\"object\":\"model_permission\",\"created\":" + createdSeconds
                + ",\"allow_create_engine\":false,\"allow_sampling\":true,\"allow_logprobs\":true,"
                + "\"allow_search_indices\":false,\"allow_view\":true,\"allow_fine_tuning\":false,"
                + "\"organization\":\"*\",\"group\":null,\"is_blocking\":false}]}]}";
    }

    String load(int requests) {
        return "{\"server_load\":" + requests + "}";
    }

    String text(String text) {
        return "{\"prompt\":" + Json.quoted(text) + "}";
    }

    String tokens(Prompt prompt) {
        String ids = Arrays.stream(prompt.ids()).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return "{\"count\":" + prompt.tokens() + ",\"max_model_len\":" + config.maxModelLen() + ",\"tokens\":[" + ids
                + "],\"token_strs\":null}";
    }
}
