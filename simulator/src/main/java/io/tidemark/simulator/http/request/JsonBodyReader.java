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
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads a body as a JSON object, or refuses it as FastAPI does. */
public final class JsonBodyReader {
    private final ObjectMapper json = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public ObjectNode object(byte[] body) {
        if (body.length == 0) {
            throw ValidationFailure.noBody();
        }
        JsonNode node = tree(body);
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw node.isNull() ? ValidationFailure.noBody() : ValidationFailure.notAnObject(node);
    }

    private JsonNode tree(byte[] body) {
        try {
            JsonNode node = json.readTree(body);
            if (node.isMissingNode()) {
                throw ValidationFailure.notJson(new String(body, StandardCharsets.UTF_8));
            }
            return node;
        } catch (JacksonException e) {
            throw notJson(body, e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading a body of " + body.length + " bytes from memory", e);
        }
    }

    /** Jackson has limits that Python has not; what it refuses for their sake has no words there. */
    private static ApiException notJson(byte[] body, JacksonException cause) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return ValidationFailure.notJson(text);
        } catch (CharacterCodingException | IllegalArgumentException e) {
            cause.addSuppressed(e);
            return ApiException.unreadable();
        }
    }
}
