package io.tidemark.schemas.oauth;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks an issuer for a token by the grant of client credentials (RFC 6749, 4.4). */
final class TokenEndpoint {
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
        TokenAnswer answer = TokenAnswer.of(sent());
        if (!answer.isOk()) {
            String error = answer.error();
            throw new IOException("the token endpoint " + settings.endpoint() + " refuses the client \""
                    + settings.clientId() + "\": HTTP " + answer.status() + (error.isEmpty() ? "" : ", " + error)
                    + " (settings of the registry's client: " + OAuthSettings.CLIENT_ID + ", "
                    + OAuthSettings.CLIENT_SECRET + ")");
        }
        String token = answer.token("access_token");
        if (token.isEmpty()) {
            throw new IOException("the token endpoint " + settings.endpoint() + " answers without access_token (setting"
                    + " of the registry's client: " + OAuthSettings.ENDPOINT + ")");
        }
        long seconds = Math.min(answer.body().path("expires_in").asLong(LIFETIME_SECONDS), MOST_SECONDS);
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
        Map<String, String> grant = new LinkedHashMap<>(Map.of("grant_type", "client_credentials"));
        settings.scope().ifPresent(scope -> grant.put("scope", scope));
        return TokenRequest.of(settings.endpoint(), grant)
                .timeout(TIMEOUT)
                .header("Authorization", TokenRequest.basic(settings.clientId(), settings.clientSecret()))
                .build();
    }
}
