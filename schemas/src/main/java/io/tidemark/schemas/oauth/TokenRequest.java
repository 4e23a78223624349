package io.tidemark.schemas.oauth;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/** How a token endpoint is asked (RFC 6749, section 3.2). */
public final class TokenRequest {
    private TokenRequest() {}

    /** A form, for an answer in JSON. */
    public static HttpRequest.Builder of(URI endpoint, Map<String, String> form) {
        return HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
    }

    /** The header Authorization of a client with a secret (section 2.3.1): both are encoded as in a form. */
    public static String basic(String client, String secret) {
        String both = encoded(client) + ":" + encoded(secret);
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    /** As a body or a query. */
    public static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
