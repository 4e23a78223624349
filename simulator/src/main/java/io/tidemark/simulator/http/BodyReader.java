package io.tidemark.simulator.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads a body as a JSON object, or refuses it as FastAPI does. */
final class BodyReader {
    private final ObjectMapper json = new ObjectMapper();

    ObjectNode object(byte[] body) {
        try {
            if (json.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            long offset = Math.max(0, e.getLocation().getByteOffset());
            throw ApiException.invalid(
                    "{'type': 'json_invalid', 'loc': ('body', " + offset
                            + "), 'msg': 'JSON decode error', 'input': {}}",
                    "body");
        } catch (IOException e) {
            throw new UncheckedIOException("reading a body of " + body.length + " bytes from memory", e);
        }
        throw ApiException.invalid(
                "{'type': 'model_attributes_type', 'loc': ('body',), 'msg': 'Input should be a valid dictionary or"
                        + " object to extract fields from'}",
                "body");
    }
}
