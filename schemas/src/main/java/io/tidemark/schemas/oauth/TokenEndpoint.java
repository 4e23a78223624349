package io.tidemark.schemas.oauth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks an issuer for a token by the grant of client credentials (RFC 6749, 4.4). */
final class TokenEndpoint {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    /** Of a token whose issuer does not say it. */
    private static final long LIFETIME_SECONDS = 60;

    private static final long MOST_SECONDS = Duration.ofDays(1).toSeconds();

    private final OAuthSettings settings;
    private final HttpClient http;

    TokenEndpoint(OAuthSettings settings, HttpClient http) {
        this.settings = settings;
        this.http = http;
    }

    OAuthSettings settings() {
        return settings;
    }

    /** @throws IOException with the endpoint and the settings that name it, if there is no token */
    HeldToken ask(long nowNanos) throws IOException {
        HttpResponse<String> answer = sent();
        JsonNode body = json(answer.body());
        if (answer.statusCode() != OK) {
            throw new IOException("the token endpoint " + settings.endpoint() + " refuses the client \""
                    + settings.clientId() + "\": HTTP " + answer.statusCode() + reason(body) + " (settings of the"
                    + " registry's client: " + OAuthSettings.CLIENT_ID + ", " + OAuthSettings.CLIENT_SECRET + ")");
        }
        String token = body.path("access_token").asText("");
        if (token.isEmpty()) {
            throw new IOException("the token endpoint " + settings.endpoint() + " answers without access_token (setting"
                    + " of the registry's client: " + OAuthSettings.ENDPOINT + ")");
        }
        long seconds = Math.min(body.path("expires_in").asLong(LIFETIME_SECONDS), MOST_SECONDS);
        return new HeldToken(token, nowNanos, Duration.ofSeconds(seconds));
    }

    private HttpResponse<String> sent() throws IOException {
        try {
            return http.send(request(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for " + settings.endpoint());
        } catch (IOException e) {
            throw new IOException(
                    "the token endpoint " + settings.endpoint() + " (setting of the registry's client: "
                            + OAuthSettings.ENDPOINT + ") could not be asked: " + e,
                    e);
        }
    }

    private HttpRequest request() {
        String grant = "grant_type=client_credentials"
                + settings.scope().map(scope -> "&scope=" + encoded(scope)).orElse("");
        String login = encoded(settings.clientId()) + ":" + encoded(settings.clientSecret());
        return HttpRequest.newBuilder(settings.endpoint())
                .timeout(TIMEOUT)
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(grant))
                .build();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** The two fields of RFC 6749, 5.2. */
    private static String reason(JsonNode body) {
        String said = Stream.of("error", "error_description")
                .map(field -> body.path(field).asText(""))
                .filter(text -> !text.isBlank())
                .collect(Collectors.joining(", "));
        return said.isEmpty() ? "" : ", " + said;
    }
}
