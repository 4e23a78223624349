package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.Secret;
import io.tidemark.alerts.text.MessageTemplate;
import io.tidemark.alerts.text.TextForm;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.sinks.store.alert.AlertState;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;

/** The common part of configured receivers: a name, and whether resolutions are sent. Sends are not repeated, and there is nothing to close. */
abstract class ConfiguredReceiver implements Receiver {
    /**
     * What receivers share.
     *
     * @param externalUrl of the console
     */
    record Context(Optional<URI> externalUrl, Clocks clocks) {
        HttpSender sender(ReceiverConfig config, Collection<Secret> secrets) {
            return new HttpSender(config.connection(), secrets, clocks.wall());
        }
    }

    private final ReceiverConfig config;
    private final int batchSize;

    ConfiguredReceiver(ReceiverConfig config, int batchSize) {
        this.config = config;
        this.batchSize = batchSize;
    }

    final ReceiverConfig config() {
        return config;
    }

    final MessageTemplate template(TextForm form) {
        return MessageTemplate.of(
                form, config.templates().title(), config.templates().body());
    }

    @Override
    public final String name() {
        return config.name();
    }

    @Override
    public final int batchSize() {
        return batchSize;
    }

    @Override
    public Optional<Resend> resend() {
        return Optional.empty();
    }

    @Override
    public boolean takes(Notification notification) {
        return notification.status() != AlertState.RESOLVED || config.sendResolved();
    }

    @Override
    public void close() {}
}
