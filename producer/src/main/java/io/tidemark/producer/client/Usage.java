package io.tidemark.producer.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalInt;

/** Tokens as the server counted them. */
public record Usage(OptionalInt prompt, OptionalInt cached, OptionalInt reasoning, OptionalInt output) {
    public static final Usage UNKNOWN =
            new Usage(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    static Usage of(JsonNode usage) {
        return new Usage(
                count(usage.path("prompt_tokens")),
                count(usage.path("prompt_tokens_details").path("cached_tokens")),
                count(usage.path("completion_tokens_details").path("reasoning_tokens")),
                count(usage.path("completion_tokens")));
    }

    private static OptionalInt count(JsonNode node) {
        return node.isIntegralNumber() && node.intValue() >= 0 ? OptionalInt.of(node.intValue()) : OptionalInt.empty();
    }
}
