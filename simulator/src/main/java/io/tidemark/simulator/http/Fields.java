package io.tidemark.simulator.http;

import com.fasterxml.jackson.databind.JsonNode;

/** Fields of a request body with vLLM's checks and words. */
record Fields(JsonNode node) {
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

    int intOr(String field, int otherwise) {
        if (!given(field)) {
            return otherwise;
        }
        JsonNode value = node.path(field);
        if (!value.canConvertToInt() || !value.isNumber()) {
            throw ApiException.invalid(
                    "{'type': 'int_type', 'loc': ('body', '" + field + "'), 'msg': 'Input should be a valid integer'}",
                    "body." + field);
        }
        return value.asInt();
    }

    double numberOr(String field, double otherwise) {
        if (!given(field)) {
            return otherwise;
        }
        JsonNode value = node.path(field);
        if (!value.isNumber()) {
            throw ApiException.invalid(
                    "{'type': 'float_type', 'loc': ('body', '" + field + "'), 'msg': 'Input should be a valid number'}",
                    "body." + field);
        }
        return value.asDouble();
    }

    boolean given(String field) {
        JsonNode value = node.path(field);
        return !value.isMissingNode() && !value.isNull();
    }

    static ApiException missing(String field) {
        return ApiException.invalid(
                "{'type': 'missing', 'loc': ('body', '" + field + "'), 'msg': 'Field required'}", "body." + field);
    }
}
