package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.OptionalInt;

/** Tokens as the server counted them. */
public record TokenUsage(OptionalInt prompt, OptionalInt cached, OptionalInt reasoning, OptionalInt output) {
    public static final TokenUsage UNKNOWN =
            new TokenUsage(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

    static TokenUsage of(JsonNode usage) {
        return new TokenUsage(
                count(usage.path("prompt_tokens")),
                count(usage.path("prompt_tokens_details").path("cached_tokens")),
                count(usage.path("completion_tokens_details").path("reasoning_tokens")),
                count(usage.path("completion_tokens")));
    }

    private static OptionalInt count(JsonNode node) {
        return node.isIntegralNumber() && node.intValue() >= 0 ? OptionalInt.of(node.intValue()) : OptionalInt.empty();
    }
}
