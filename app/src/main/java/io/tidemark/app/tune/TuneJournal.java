package io.tidemark.app.tune;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import java.time.Instant;
import java.util.List;

/** Publishes how a tune and its starts stand, each as soon as it is known. */
final class TuneJournal {
    private final ControlPublisher control;
    private final CommandContext context;

    TuneJournal(CommandContext context, ControlPublisher control) {
        this.context = context;
        this.control = control;
    }

    /** @throws io.tidemark.reports.exit.CommandException if Kafka does not take it */
    void publish(TuneState state) {
        control.publish(List.of(state), now());
    }

    /** @throws io.tidemark.reports.exit.CommandException if Kafka does not take it */
    void publish(TrialState state) {
        control.publish(List.of(state), now());
    }

    private Instant now() {
        return context.wallClock().instant();
    }
}
