package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The error bodies that servers send: {@code {"error":{...}}}, {@code {"error":"text"}}, vLLM's older flat
 * {@code {"object":"error",...}}, FastAPI's {@code {"detail":...}}, TGI's {@code error_type}, and pages that are no JSON. What they
 * say is not masked yet: {@link Redaction} does that, which knows the request.
 */
public final class ErrorBodyParser {
    /** More than is kept in the end, so that a secret in it is found whole. */
    private static final int MAX_CHARACTERS = 1000;

    private static final int MAX_TEXT_CHARACTERS = 16 * ErrorText.MAX_BYTES;

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
        String key = error.path("param").asText("");
        boolean unnamed = !key.isEmpty() && !"null".equals(key) && !text.contains(key);
        return new RequestFailure(
                cut(type), cut(first(error.path("code"))), bounded(unnamed ? text + " (param '" + key + "')" : text));
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

    /** A gateway's page: its text may hold anything. */
    private static String page(byte[] body) {
        return bounded(new String(body, StandardCharsets.UTF_8).strip());
    }

    private static String first(JsonNode... candidates) {
        for (JsonNode candidate : candidates) {
            if (!candidate.isMissingNode() && !candidate.isNull()) {
                return words(candidate);
            }
        }
        return "";
    }

    /** Without the JSON around it: pydantic's list of errors becomes {@code body.n: Extra inputs are not permitted}, without its inputs. */
    private static String words(JsonNode said) {
        if (said.isArray()) {
            return StreamSupport.stream(said.spliterator(), false)
                    .map(ErrorBodyParser::words)
                    .collect(Collectors.joining("; "));
        }
        if (!said.isObject()) {
            return said.asText();
        }
        String text = first(said.path("msg"), said.path("message"), said.path("detail"), said.path("error"));
        String place = StreamSupport.stream(said.path("loc").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining("."));
        return text.isEmpty() ? said.toString() : place.isEmpty() ? text : place + ": " + text;
    }

    private static String bounded(String text) {
        return text.length() > MAX_TEXT_CHARACTERS ? text.substring(0, MAX_TEXT_CHARACTERS) : text;
    }

    private static String cut(String text) {
        return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
    }
}
