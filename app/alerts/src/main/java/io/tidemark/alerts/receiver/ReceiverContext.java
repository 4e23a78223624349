package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.Secret;
import io.tidemark.alerts.http.HttpSender;
import io.tidemark.schemas.time.Clocks;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;

/**
 * What receivers share.
 *
 * @param externalUrl of the console
 */
record ReceiverContext(Optional<URI> externalUrl, Clocks clocks) {
    HttpSender sender(ReceiverConfig config, Collection<Secret> secrets) {
        return new HttpSender(config.connection(), secrets, clocks.wall());
    }
}
