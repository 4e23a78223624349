package io.tidemark.simulator.http.response;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.request.JsonText;
import io.tidemark.simulator.text.TokenizedPrompt;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The small JSON answers. Immutable. */
public final class InfoResponses {
    private final ServerConfig config;
    private final long createdSeconds;
    private final String permissionId;

    public InfoResponses(ServerConfig config, long createdSeconds, String permissionId) {
        this.config = config;
        this.createdSeconds = createdSeconds;
        this.permissionId = permissionId;
    }

    public String version() {
        return "{\"version\":" + JsonText.quoted(config.version()) + "}";
    }

    public String models() {
        return "{\"object\":\"list\",\"data\":[{\"id\":" + JsonText.quoted(config.servedModelName())
                + ",\"object\":\"model\",\"created\":" + createdSeconds + ",\"owned_by\":\"vllm\",\"root\":"
                + JsonText.quoted(config.model()) + ",\"parent\":null,\"max_model_len\":" + config.maxModelLen()
                + ",\"permission\":[{\"id\":\"modelperm-" + permissionId
                + "\",\"object\":\"model_permission\",\"created\":" + createdSeconds
                + ",\"allow_create_engine\":false,\"allow_sampling\":true,\"allow_logprobs\":true,"
                + "\"allow_search_indices\":false,\"allow_view\":true,\"allow_fine_tuning\":false,"
                + "\"organization\":\"*\",\"group\":null,\"is_blocking\":false}]}]}";
    }

    public String load(int requests) {
        return "{\"server_load\":" + requests + "}";
    }

    public String text(String text) {
        return "{\"prompt\":" + JsonText.quoted(text) + "}";
    }

    public String tokens(TokenizedPrompt prompt) {
        String ids = Arrays.stream(prompt.ids()).mapToObj(Integer::toString).collect(Collectors.joining(","));
        return "{\"count\":" + prompt.tokens() + ",\"max_model_len\":" + config.maxModelLen() + ",\"tokens\":[" + ids
                + "],\"token_strs\":null}";
    }
}
