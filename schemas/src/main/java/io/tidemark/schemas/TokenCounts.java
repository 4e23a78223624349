package io.tidemark.schemas;

import io.tidemark.events.RequestEvent;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The range of the counts of tokens that a request reports. */
public final class TokenCounts {
    private static final int MOST = 100_000_000;

    private TokenCounts() {}

    /** The rule that a count of the request breaks; empty if all that are known keep it. */
    public static Optional<String> problem(RequestEvent request) {
        return problem("outputTokens", request.getOutputTokens())
                .or(() -> problem("promptTokens", request.getPromptTokens()))
                .or(() -> problem("cachedTokens", request.getCachedTokens()))
                .or(() -> problem("reasoningTokens", request.getReasoningTokens()));
    }

    private static Optional<String> problem(String field, @Nullable Integer tokens) {
        return tokens != null && (tokens < 0 || tokens > MOST)
                ? Optional.of(field + " must be in [0, " + MOST + "] but was " + tokens)
                : Optional.empty();
    }
}
