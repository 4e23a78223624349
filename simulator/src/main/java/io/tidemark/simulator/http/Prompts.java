package io.tidemark.simulator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.http.Invalid.Finding;
import io.tidemark.simulator.text.Prompt;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** Reads the {@code prompt} of {@code /v1/completions}: a text, ids, or a list of either. */
final class Prompts {
    private static final String FIELD = "prompt";

    private final Tokenizer tokenizer;

    Prompts(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    List<Prompt> of(JsonNode prompt) {
        if (prompt.isTextual()) {
            return List.of(text(prompt));
        }
        if (!prompt.isArray()) {
            throw neither(prompt);
        }
        List<JsonNode> elements = elements(prompt);
        if (elements.stream().allMatch(JsonNode::isTextual) && !elements.isEmpty()) {
            return elements.stream().map(this::text).toList();
        }
        if (elements.stream().allMatch(JsonNode::isArray) && !elements.isEmpty()) {
            return elements.stream()
                    .map(it -> Prompt.of(ids(FIELD, elements(it))))
                    .toList();
        }
        return List.of(Prompt.of(ids(FIELD, elements)));
    }

    /** @throws ApiException if one is no whole number */
    static int[] ids(String field, List<JsonNode> elements) {
        int[] ids = new int[elements.size()];
        for (int i = 0; i < ids.length; i++) {
            JsonNode element = elements.get(i);
            if (!element.isIntegralNumber()) {
                throw Invalid.of(new Finding(
                        "int_type", List.of(field, i), "Input should be a valid integer", PythonText.of(element)));
            }
            ids[i] = element.asInt();
        }
        return ids;
    }

    private Prompt text(JsonNode text) {
        return Prompt.of(tokenizer.ids(text.asText()));
    }

    private static List<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        StreamSupport.stream(array.spliterator(), false).forEach(elements::add);
        return elements;
    }

    private static ApiException neither(JsonNode prompt) {
        return Invalid.of(
                alternative("list_type", "list[int]", "list", prompt),
                alternative("list_type", "list[list[int]]", "list", prompt),
                alternative("string_type", "str", "string", prompt),
                alternative("list_type", "list[str]", "list", prompt));
    }

    private static Finding alternative(String type, String of, String noun, JsonNode prompt) {
        return new Finding(type, List.of(FIELD, of), "Input should be a valid " + noun, PythonText.of(prompt));
    }
}
