package io.tidemark.app.cli.alerts;

import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.Receivers;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.time.Clocks;
import java.util.List;

/** The receivers of a file, closed with it. */
record OpenedReceivers(List<Receiver> all) implements AutoCloseable {
    /** @throws InvalidInputException if a file that it names does not hold what it should */
    static OpenedReceivers of(AlertsFile file, CommandContext context) {
        try {
            return new OpenedReceivers(open(file, context));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(String.valueOf(e.getMessage()));
        }
    }

    /** Opens the receivers of a file; the caller closes them. */
    static List<Receiver> open(AlertsFile file, CommandContext context) {
        return Receivers.open(file, new Clocks(context.nanoClock(), context.wallClock()));
    }

    @Override
    public void close() {
        all.forEach(Receiver::close);
    }
}
