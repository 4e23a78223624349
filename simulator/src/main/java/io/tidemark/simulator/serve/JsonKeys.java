package io.tidemark.simulator.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Keys within an argument that is JSON: {@code --speculative-config.num_speculative_tokens 3}. */
final class JsonKeys {
    private static final JsonMapper JSON = new JsonMapper();

    private JsonKeys() {}

    /** The JSON with a value at a dotted key. */
    static String with(String json, String key, String value) {
        try {
            ObjectNode whole = JSON.readTree(json) instanceof ObjectNode object ? object : JSON.createObjectNode();
            String[] path = key.split("\\.", -1);
            ObjectNode node = whole;
            for (int i = 0; i < path.length - 1; i++) {
                node = node.withObject("/" + path[i]);
            }
            node.set(path[path.length - 1], typed(value));
            return whole.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an argument is kept as JSON", e);
        }
    }

    /** JSON if it is, else a text, as vLLM reads it. */
    private static JsonNode typed(String value) {
        try {
            return JSON.readTree(value);
        } catch (JsonProcessingException e) {
            return JSON.getNodeFactory().textNode(value);
        }
    }
}
