package io.tidemark.producer.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.events.ApiKind;
import io.tidemark.producer.workload.Message;
import java.util.List;
import java.util.stream.Collectors;

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
            body.put("prompt", ask.plainText());
        } else {
            ArrayNode messages = body.putArray("messages");
            ask.messages()
                    .forEach(one -> messages.addObject().put("role", one.role()).put("content", one.content()));
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
    public record Ask(List<Message> messages, int outputTokens, boolean exactOutput) {
        /** For the completions API, which takes one text. */
        String plainText() {
            return messages.stream().map(Message::content).collect(Collectors.joining("\n\n"));
        }
    }
}
