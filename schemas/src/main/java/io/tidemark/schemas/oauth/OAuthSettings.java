package io.tidemark.schemas.oauth;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where and as whom a token is asked for, in the settings of Confluent's registry client.
 *
 * @param endpoint where tokens are issued
 * @param scope that is asked for, if the issuer needs one
 * @param renewBefore how long before its end a token is replaced
 */
public record OAuthSettings(
        URI endpoint, String clientId, String clientSecret, Optional<String> scope, Duration renewBefore) {
    /** The value of {@code bearer.auth.credentials.source} that stands for this. */
    public static final String SOURCE = "OAUTHBEARER";

    static final String ENDPOINT = "bearer.auth.issuer.endpoint.url";
    static final String CLIENT_ID = "bearer.auth.client.id";
    static final String CLIENT_SECRET = "bearer.auth.client.secret";
    private static final String SCOPE = "bearer.auth.scope";
    private static final String RENEW_BEFORE = "bearer.auth.cache.expiry.buffer.seconds";
    private static final long RENEW_BEFORE_SECONDS = 300;

    public OAuthSettings {
        boolean http = endpoint.getScheme() != null
                && List.of("http", "https").contains(endpoint.getScheme())
                && endpoint.getHost() != null;
        if (!http) {
            throw new IllegalArgumentException("registry setting " + ENDPOINT
                    + " must be an absolute URL of http or https but was \"" + endpoint + "\"");
        }
    }

    /** @throws IllegalArgumentException if one that is needed is missing or malformed */
    public static OAuthSettings of(Map<String, ?> settings) {
        return new OAuthSettings(
                endpoint(needed(settings, ENDPOINT)),
                needed(settings, CLIENT_ID),
                needed(settings, CLIENT_SECRET),
                given(settings, SCOPE),
                Duration.ofSeconds(given(settings, RENEW_BEFORE)
                        .map(OAuthSettings::seconds)
                        .orElse(RENEW_BEFORE_SECONDS)));
    }

    private static Optional<String> given(Map<String, ?> settings, String key) {
        return Optional.ofNullable(settings.get(key)).map(String::valueOf).filter(value -> !value.isBlank());
    }

    private static String needed(Map<String, ?> settings, String key) {
        return given(settings, key)
                .orElseThrow(() -> new IllegalArgumentException(
                        "registry setting " + key + " must be given with bearer.auth.credentials.source=" + SOURCE));
    }

    private static URI endpoint(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "registry setting " + ENDPOINT + " must be a URL but was \"" + text + "\"", e);
        }
    }

    private static long seconds(String text) {
        try {
            long seconds = Long.parseLong(text.strip());
            if (seconds >= 0) {
                return seconds;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a negative number.
        }
        throw new IllegalArgumentException("registry setting " + RENEW_BEFORE
                + " must be a whole number of seconds >= 0 but was \"" + text + "\"");
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return clientId + " at " + endpoint;
    }
}
