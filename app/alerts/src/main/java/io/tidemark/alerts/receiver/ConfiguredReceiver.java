package io.tidemark.alerts.receiver;

import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.sinks.store.alert.AlertState;
import java.util.Optional;

/** The common part of configured receivers: a name, and whether resolutions are sent. Sends are not repeated, and there is nothing to close. */
abstract class ConfiguredReceiver implements Receiver {
    private final ReceiverConfig config;

    ConfiguredReceiver(ReceiverConfig config) {
        this.config = config;
    }

    final ReceiverConfig config() {
        return config;
    }

    @Override
    public final String name() {
        return config.name();
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
