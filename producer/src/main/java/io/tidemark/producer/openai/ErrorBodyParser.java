package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The error bodies that servers send: {@code {"error":{...}}}, {@code {"error":"text"}}, vLLM's older flat
 * {@code {"object":"error",...}}, FastAPI's {@code {"detail":...}}, TGI's {@code error_type}, and pages that are no JSON.
 */
public final class ErrorBodyParser {
    /** More than is kept in the end, so that a secret in it is found whole. */
    private static final int MAX_CHARACTERS = 1000;

    private static final JsonMapper JSON = new JsonMapper();

    private ErrorBodyParser() {}

    static boolean isError(JsonNode json) {
        JsonNode error = json.path("error");
        return error.isObject()
                || error.isTextual()
                || "error".equals(json.path("object").textValue());
    }

    static RequestFailure parse(JsonNode json) {
        JsonNode error = json.path("error").isObject() ? json.path("error") : json;
        String text = first(error.path("message"), json.path("error"), json.path("detail"), json.path("message"));
        String type = first(error.path("type"), json.path("error_type"));
        return new RequestFailure(cut(type), cut(first(error.path("code"))), ErrorText.masked(text));
    }

    /** Of an answer's body, whatever it is. */
    public static RequestFailure parse(byte[] body) {
        try {
            JsonNode json = JSON.readTree(body);
            if (json != null && json.isObject()) {
                return parse(json);
            }
        } catch (IOException e) {
            return new RequestFailure("", "", page(body));
        }
        return new RequestFailure("", "", page(body));
    }

    /** A gateway's page: its text may hold anything, quoted values are masked all the same. */
    private static String page(byte[] body) {
        return ErrorText.masked(new String(body, StandardCharsets.UTF_8).strip());
    }

    private static String first(JsonNode... candidates) {
        for (JsonNode candidate : candidates) {
            if (candidate.isValueNode() && !candidate.isNull()) {
                return candidate.asText();
            }
            if (candidate.isArray() || candidate.isObject()) {
                return candidate.toString();
            }
        }
        return "";
    }

    private static String cut(String text) {
        return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
    }
}
