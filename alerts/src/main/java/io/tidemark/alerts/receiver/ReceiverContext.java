package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.Secret;
import io.tidemark.alerts.http.HttpSender;
import java.net.URI;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;

/**
 * What receivers share.
 *
 * @param externalUrl of the console
 */
record ReceiverContext(Optional<URI> externalUrl, InstantSource clock) {
    HttpSender sender(ReceiverConfig config, Collection<Secret> secrets) {
        return new HttpSender(config.connection(), secrets, clock);
    }
}
