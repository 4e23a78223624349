package io.tidemark.producer.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.events.ApiKind;

/**
 * The JSON body of a request: always streaming, always asking for usage. The limit goes as {@code max_tokens}, which every
 * server knows; some ignore {@code max_completion_tokens}.
 */
public final class RequestBody {
    private static final JsonMapper JSON = new JsonMapper();

    private RequestBody() {}

    /** UTF-8 JSON. */
    public static byte[] of(ApiKind api, String model, Ask ask) {
        ObjectNode body = JSON.createObjectNode().put("model", model);
        if (api == ApiKind.COMPLETIONS) {
            body.put("prompt", ask.text());
        } else {
            body.putArray("messages").addObject().put("role", "user").put("content", ask.text());
        }
        body.put("max_tokens", ask.outputTokens()).put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        if (ask.exactOutput()) {
            body.put("ignore_eos", true);
        }
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers is always JSON", e);
        }
    }

    /**
     * What is asked.
     *
     * @param exactOutput go on after the end-of-sequence token ({@code ignore_eos}, a common extension)
     */
    public record Ask(String text, int outputTokens, boolean exactOutput) {}
}
