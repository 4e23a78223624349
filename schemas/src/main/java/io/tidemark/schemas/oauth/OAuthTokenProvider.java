package io.tidemark.schemas.oauth;

import io.confluent.kafka.schemaregistry.client.security.SslFactory;
import io.confluent.kafka.schemaregistry.client.security.bearerauth.BearerAuthCredentialProvider;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives Confluent's registry client a token of an issuer, and another one before it ends. The client finds it by its alias. It takes the place of
 * Confluent's own provider, which needs classes that Kafka 4 does not have. Thread-safe after {@link #configure}.
 */
public final class OAuthTokenProvider implements BearerAuthCredentialProvider {
    private static final Logger LOG = LoggerFactory.getLogger(OAuthTokenProvider.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final String CLUSTER = "bearer.auth.logical.cluster";
    private static final String IDENTITY_POOL = "bearer.auth.identity.pool.id";

    private final NanoClock clock;
    private @Nullable TokenEndpoint endpoint;
    private @Nullable String cluster;
    private @Nullable String identityPool;
    private Optional<HeldToken> held = Optional.empty();

    /** As the client makes it. */
    public OAuthTokenProvider() {
        this(NanoClock.SYSTEM);
    }

    OAuthTokenProvider(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public String alias() {
        return OAuthSettings.SOURCE;
    }

    /** @param settings those of the client, {@code ssl.} without its prefix */
    @Override
    public void configure(Map<String, ?> settings) {
        endpoint = new TokenEndpoint(OAuthSettings.of(settings), http(settings));
        cluster = text(settings, CLUSTER);
        identityPool = text(settings, IDENTITY_POOL);
    }

    private static HttpClient http(Map<String, ?> settings) {
        HttpClient.Builder http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_TIMEOUT);
        SSLContext trust = new SslFactory(settings).sslContext();
        return (trust == null ? http : http.sslContext(trust)).build();
    }

    private static @Nullable String text(Map<String, ?> settings, String key) {
        Object value = settings.get(key);
        return value == null ? null : value.toString();
    }

    /**
     * A token that is valid now. While the issuer does not answer, one that it gave goes on until its end.
     *
     * @throws UncheckedIOException if the issuer gives none
     */
    @Override
    public synchronized String getBearerToken(@Nullable URL registry) {
        long now = clock.nanos();
        TokenEndpoint issuer = Objects.requireNonNull(endpoint, "configure first");
        if (held.filter(token -> token.isFresh(now, issuer.settings().renewBefore()))
                .isEmpty()) {
            held = Optional.of(renewed(issuer, now));
        }
        return held.orElseThrow().value();
    }

    private HeldToken renewed(TokenEndpoint issuer, long now) {
        try {
            return issuer.ask(now);
        } catch (IOException e) {
            HeldToken last = held.filter(token -> token.isValid(now))
                    .orElseThrow(() -> new UncheckedIOException(e.getMessage(), e));
            LOG.warn("no new token for the registry, the one before goes on: {}", e.getMessage());
            return last;
        }
    }

    @Override
    public @Nullable String getTargetSchemaRegistry() {
        return cluster;
    }

    @Override
    public @Nullable String getTargetIdentityPoolId() {
        return identityPool;
    }

    /** Asks an issuer for a token by the grant of client credentials (RFC 6749, 4.4). */
    static final class TokenEndpoint {
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
                throw new IOException(
                        "the token endpoint " + settings.endpoint() + " answers without access_token (setting"
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
}
