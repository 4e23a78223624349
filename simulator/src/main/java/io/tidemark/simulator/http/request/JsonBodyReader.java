package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads a body as a JSON object. */
public final class JsonBodyReader {
    private final ObjectMapper json = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** @throws ApiException if it is none */
    public ObjectNode object(byte[] body) {
        JsonNode node = tree(body);
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw node.isMissingNode() || node.isNull()
                ? ApiException.missing("body")
                : ApiException.invalid("body", "dictionary");
    }

    private JsonNode tree(byte[] body) {
        try {
            return json.readTree(body);
        } catch (JacksonException e) {
            throw ApiException.notJson(
                    e.getOriginalMessage() + " at byte " + e.getLocation().getByteOffset());
        } catch (IOException e) {
            throw new UncheckedIOException("reading a body of " + body.length + " bytes from memory", e);
        }
    }
}
