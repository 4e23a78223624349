package io.tidemark.schemas.oauth;

import io.confluent.kafka.schemaregistry.client.security.SslFactory;
import io.confluent.kafka.schemaregistry.client.security.bearerauth.BearerAuthCredentialProvider;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.http.HttpClient;
import java.time.Duration;
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
}
