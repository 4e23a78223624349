package io.tidemark.cluster.registry.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.cluster.registry.RegisteredSchema;
import io.tidemark.cluster.registry.RegistryError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;

/** The JSON of the API's answers. The type of a schema is left out for Avro, as Confluent does. */
final class RegistryJson {
    private final ObjectMapper json = new ObjectMapper();

    ObjectNode object() {
        return json.createObjectNode();
    }

    ArrayNode array() {
        return json.createArrayNode();
    }

    ArrayNode strings(Collection<String> values) {
        ArrayNode array = array();
        values.forEach(array::add);
        return array;
    }

    ArrayNode numbers(Collection<Integer> values) {
        ArrayNode array = array();
        values.forEach(array::add);
        return array;
    }

    ObjectNode version(RegisteredSchema schema) {
        return object().put("subject", schema.subject())
                .put("version", schema.version())
                .put("id", schema.id())
                .put("schema", schema.schema().canonicalString());
    }

    ObjectNode error(RegistryError error) {
        return object().put("error_code", error.code()).put("message", error.getMessage());
    }

    JsonNode parse(byte[] body) {
        try {
            return json.readTree(body);
        } catch (IOException e) {
            throw RegistryError.badRequest("The request body must be JSON: " + e.getMessage());
        }
    }

    /** A schema as a JSON document rather than as a string in one. */
    JsonNode document(RegisteredSchema schema) {
        try {
            return json.readTree(schema.schema().canonicalString());
        } catch (IOException e) {
            throw new UncheckedIOException("schema " + schema.id() + " was accepted but is not JSON", e);
        }
    }
}
