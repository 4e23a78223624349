package io.tidemark.producer.workload.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Files with one JSON object per line; empty lines are skipped. */
final class JsonLines {
    private static final JsonMapper JSON = new JsonMapper();

    private JsonLines() {}

    /** @param where file and line */
    record Line(JsonNode node, String where) {
        /** A text under a key that must be there. */
        String text(String key) {
            JsonNode text = node.path(key);
            if (!text.isTextual() || text.textValue().isBlank()) {
                throw new IllegalArgumentException(where + " must have a text in '" + key + "'");
            }
            return text.textValue();
        }

        /** A text under a key; empty if there is none. */
        String textOrNone(String key) {
            return node.path(key).asText("");
        }
    }

    /** @throws IllegalArgumentException naming file and line of what is not JSON */
    static void read(PromptFile.Source source, Consumer<Line> lines) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(source.in(), StandardCharsets.UTF_8));
        int number = 0;
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            number++;
            if (!text.isBlank()) {
                String where = source.name() + ":" + number;
                lines.accept(new Line(parse(text, where), where));
            }
        }
    }

    private static JsonNode parse(String text, String where) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(where + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
