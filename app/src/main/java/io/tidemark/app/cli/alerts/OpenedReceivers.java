package io.tidemark.app.cli.alerts;

import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.Receivers;
import io.tidemark.reports.exit.CommandException;
import java.time.InstantSource;
import java.util.List;

/** The receivers of a file, closed with it. */
record OpenedReceivers(List<Receiver> all) implements AutoCloseable {
    /** @throws CommandException if a file that it names does not hold what it should */
    static OpenedReceivers of(AlertsFile file, InstantSource clock) {
        try {
            return new OpenedReceivers(Receivers.open(file, clock));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        all.forEach(Receiver::close);
    }
}
