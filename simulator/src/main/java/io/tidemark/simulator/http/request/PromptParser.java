package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.text.TokenizedPrompt;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Reads the {@code prompt} of {@code /v1/completions}: a text, ids, or a list of either. */
final class PromptParser {
    private static final String FIELD = "prompt";

    private final Tokenizer tokenizer;

    PromptParser(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    List<TokenizedPrompt> of(JsonNode prompt) {
        if (prompt.isTextual()) {
            return List.of(text(prompt));
        }
        if (!prompt.isArray()) {
            throw ApiException.invalid(
                    "body." + FIELD, "string, list of strings, list of integers or list of lists of integers");
        }
        List<JsonNode> elements = elements(prompt);
        if (elements.stream().allMatch(JsonNode::isTextual) && !elements.isEmpty()) {
            return elements.stream().map(this::text).toList();
        }
        if (elements.stream().allMatch(JsonNode::isArray) && !elements.isEmpty()) {
            return elements.stream()
                    .map(it -> TokenizedPrompt.of(ids(FIELD, elements(it))))
                    .toList();
        }
        return List.of(TokenizedPrompt.of(ids(FIELD, elements)));
    }

    /** @throws ApiException if one is no whole number */
    static int[] ids(String field, List<JsonNode> elements) {
        int[] ids = new int[elements.size()];
        for (int i = 0; i < ids.length; i++) {
            JsonNode element = elements.get(i);
            if (!element.isIntegralNumber()) {
                throw ApiException.invalid("body." + field + "." + i, "integer");
            }
            ids[i] = element.asInt();
        }
        return ids;
    }

    private TokenizedPrompt text(JsonNode text) {
        return TokenizedPrompt.of(tokenizer.ids(text.asText()));
    }

    private static List<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        StreamSupport.stream(array.spliterator(), false).forEach(elements::add);
        return elements;
    }
}
