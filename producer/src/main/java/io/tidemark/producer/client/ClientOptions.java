package io.tidemark.producer.client;

import io.netty.handler.ssl.SslContext;
import io.tidemark.producer.plan.Timeouts;
import java.util.Optional;

/**
 * How the client behaves.
 *
 * @param tls trust and keys for https; empty: the platform's, with the host name verified
 * @param keepText whether answers' texts are kept, for {@code --record-text} only
 */
public record ClientOptions(Timeouts timeouts, Optional<ApiKey> apiKey, Optional<SslContext> tls, boolean keepText) {
    public static ClientOptions of(Timeouts timeouts) {
        return new ClientOptions(timeouts, Optional.empty(), Optional.empty(), false);
    }
}
