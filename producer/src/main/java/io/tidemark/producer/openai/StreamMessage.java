package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.events.ChunkKind;
import io.tidemark.producer.openai.sse.SseMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What one message of an OpenAI-compatible stream means. */
sealed interface StreamMessage {
    /** {@code [DONE]}. */
    record Done() implements StreamMessage {}

    /** An error inside a 200 stream. */
    record Failed(RequestFailure failure) implements StreamMessage {}

    /** Not JSON. */
    record Unreadable(String why) implements StreamMessage {}

    /**
     * Output, or what goes before and after it. UNKNOWN is a delta without anything, as held-back UTF-8 gives.
     *
     * @param choice its index; {@link #NO_CHOICE} for an UNKNOWN that had not even an empty choice
     * @param finishReason as the server wrote it
     */
    record Delta(ChunkKind kind, int choice, String text, Optional<String> finishReason, Optional<TokenUsage> usage)
            implements StreamMessage {
        static final int NO_CHOICE = -1;
    }

    /** Reads messages. */
    final class Reader {
        private static final ObjectReader JSON = new JsonMapper().reader();
        private static final String DONE = "[DONE]";

        private Reader() {}

        static StreamMessage read(SseMessage message) {
            byte[] data = message.data();
            if (data.length < 16 && DONE.equals(new String(data, StandardCharsets.UTF_8).strip())) {
                return new Done();
            }
            try {
                return of(JSON.readTree(data), message.event());
            } catch (IOException e) {
                if ("error".equals(message.event())) {
                    return new Failed(new RequestFailure("", "", new String(data, StandardCharsets.UTF_8)));
                }
                return new Unreadable("a message of the stream is not JSON (" + data.length + " bytes)");
            }
        }

        private static StreamMessage of(JsonNode json, String event) {
            if ("error".equals(event) || ErrorBodyParser.isError(json)) {
                return new Failed(ErrorBodyParser.parse(json));
            }
            if (!json.isObject() || "raw".equals(event)) {
                return new Unreadable("a message of the stream is not a JSON object in a data field");
            }
            Optional<TokenUsage> usage =
                    json.path("usage").isObject() ? Optional.of(TokenUsage.of(json.path("usage"))) : Optional.empty();
            return DeltaClassifier.classify(json.path("choices").path(0), usage);
        }
    }
}
