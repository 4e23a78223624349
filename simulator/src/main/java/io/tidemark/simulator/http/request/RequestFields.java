package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.http.request.ValidationFailure.FieldError;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Fields of a request body with vLLM's checks and words. */
record RequestFields(JsonNode node) {
    private static final Set<String> TRUE = Set.of("1", "1.0", "on", "t", "true", "y", "yes");
    private static final Set<String> FALSE = Set.of("0", "0.0", "off", "f", "false", "n", "no");

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

    /** As pydantic reads a whole number: from one, from a float without fraction, from digits, from a boolean. */
    int intOr(String field, int otherwise) {
        if (!given(field)) {
            return otherwise;
        }
        JsonNode value = node.path(field);
        if (value.isBoolean()) {
            return value.asBoolean() ? 1 : 0;
        }
        if (value.isTextual()) {
            return digits(field, value);
        }
        if (!value.isNumber()) {
            throw ValidationFailure.of(FieldError.of("int_type", field, "Input should be a valid integer", value));
        }
        double number = value.asDouble();
        if (number != Math.rint(number)) {
            throw ValidationFailure.of(FieldError.of(
                    "int_from_float",
                    field,
                    "Input should be a valid integer, got a number with a fractional part",
                    value));
        }
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
    }

    private static int digits(String field, JsonNode value) {
        String text = value.asText().strip();
        if (!text.matches("[+-]?\\d{1,9}(\\.0*)?")) {
            throw ValidationFailure.of(FieldError.of(
                    "int_parsing",
                    field,
                    "Input should be a valid integer, unable to parse string as an integer",
                    value));
        }
        return new BigDecimal(text).intValue();
    }

    double numberOr(String field, double otherwise) {
        if (!given(field)) {
            return otherwise;
        }
        JsonNode value = node.path(field);
        if (value.isNumber()) {
            return value.asDouble();
        }
        if (value.isBoolean()) {
            return value.asBoolean() ? 1 : 0;
        }
        if (!value.isTextual()) {
            throw ValidationFailure.of(FieldError.of("float_type", field, "Input should be a valid number", value));
        }
        if (!value.asText().strip().matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
            throw ValidationFailure.of(FieldError.of(
                    "float_parsing",
                    field,
                    "Input should be a valid number, unable to parse string as a number",
                    value));
        }
        return Double.parseDouble(value.asText().strip());
    }

    /** As pydantic reads a boolean: from one, from 0 and 1, from words such as yes and off. */
    boolean booleanOr(String field, boolean otherwise) {
        if (!given(field)) {
            return otherwise;
        }
        JsonNode value = node.path(field);
        if (value.isBoolean()) {
            return value.asBoolean();
        }
        boolean readable = value.isTextual() || value.isNumber();
        if (!readable) {
            throw ValidationFailure.of(FieldError.of("bool_type", field, "Input should be a valid boolean", value));
        }
        String word = value.asText().toLowerCase(Locale.ROOT);
        if (TRUE.contains(word) || FALSE.contains(word)) {
            return TRUE.contains(word);
        }
        throw ValidationFailure.of(FieldError.of(
                "bool_parsing", field, "Input should be a valid boolean, unable to interpret input", value));
    }

    /** Text, or what is said otherwise. */
    String textOr(String field, String otherwise) {
        if (!given(field)) {
            return otherwise;
        }
        JsonNode value = node.path(field);
        if (!value.isTextual()) {
            throw ValidationFailure.of(FieldError.of("string_type", field, "Input should be a valid string", value));
        }
        return value.asText();
    }

    /** The elements of a list that must be there. */
    List<JsonNode> list(String field) {
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            throw ValidationFailure.missing(field, node);
        }
        if (!value.isArray()) {
            throw ValidationFailure.of(FieldError.of("list_type", field, "Input should be a valid list", value));
        }
        return StreamSupport.stream(value.spliterator(), false).toList();
    }

    boolean given(String field) {
        JsonNode value = node.path(field);
        return !value.isMissingNode() && !value.isNull();
    }
}
