package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** Fields of a request body, each read by its type. Types are strict: vLLM also reads {@code "5"} and {@code "yes"}. */
record RequestFields(JsonNode node) {
    /** @throws ApiException unless it is absent, null, or a whole number of at least 1 */
    int positiveOr(String field, int otherwise) {
        int value = intOr(field, otherwise);
        if (value < 1 && given(field)) {
            throw ApiException.badRequest(field + " must be at least 1, got " + value + ".", field);
        }
        return value;
    }

    int notNegativeOr(String field, int otherwise) {
        int value = intOr(field, otherwise);
        if (value < 0) {
            throw ApiException.badRequest(field + " must be greater than or equal to 0, got " + value + ".", field);
        }
        return value;
    }

    /** A whole number, also one written as a float without a fraction. */
    private int intOr(String field, int otherwise) {
        Predicate<JsonNode> whole = value -> value.isNumber() && value.asDouble() == Math.rint(value.asDouble());
        return given(field) ? (int) checked(field, whole, "integer").asDouble() : otherwise;
    }

    double numberOr(String field, double otherwise) {
        return given(field) ? checked(field, JsonNode::isNumber, "number").asDouble() : otherwise;
    }

    boolean booleanOr(String field, boolean otherwise) {
        return given(field) ? checked(field, JsonNode::isBoolean, "boolean").asBoolean() : otherwise;
    }

    /** The text, or {@code otherwise} where the field is absent or null. */
    String textOr(String field, String otherwise) {
        return given(field) ? checked(field, JsonNode::isTextual, "string").asText() : otherwise;
    }

    /** The elements of a list that must be there. */
    List<JsonNode> list(String field) {
        if (node.path(field).isMissingNode()) {
            throw ApiException.missing("body." + field);
        }
        JsonNode list = checked(field, JsonNode::isArray, "list");
        return StreamSupport.stream(list.spliterator(), false).toList();
    }

    boolean given(String field) {
        JsonNode value = node.path(field);
        return !value.isMissingNode() && !value.isNull();
    }

    private JsonNode checked(String field, Predicate<JsonNode> fits, String noun) {
        JsonNode value = node.path(field);
        if (!fits.test(value)) {
            throw ApiException.invalid("body." + field, noun);
        }
        return value;
    }
}
