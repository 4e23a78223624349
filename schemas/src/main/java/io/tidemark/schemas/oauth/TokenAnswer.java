package io.tidemark.schemas.oauth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a token endpoint answers (RFC 6749, sections 5.1 and 5.2).
 *
 * @param status of HTTP
 * @param body a missing node, if it is no JSON
 */
public record TokenAnswer(int status, JsonNode body) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;

    public static TokenAnswer of(HttpResponse<String> answer) {
        return new TokenAnswer(answer.statusCode(), json(answer.body()));
    }

    public boolean isOk() {
        return status == OK;
    }

    /** A token by its name; empty if there is none. */
    public String token(String name) {
        return body.path(name).asText("");
    }

    /** Why there is no token, as far as the endpoint says it; empty if it says nothing. */
    public String error() {
        return Stream.of("error", "error_description")
                .map(field -> body.path(field).asText(""))
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining(", "));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
