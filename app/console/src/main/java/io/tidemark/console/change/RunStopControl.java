package io.tidemark.console.change;

import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Stops runs that last. The record comes first: a request that cannot be recorded is not sent. Thread-safe. A call throws
 * {@link InvalidValueException} for what breaks a rule, and {@link ChangeRefusedException} where a right is missing.
 */
public interface RunStopControl extends TeamControl {
    /** Asks the run's process to stop it, and waits for the end some seconds. */
    Stopped stop(RunKey run, ChangeRecorder recorder);

    /** @param ended when the run ended; empty if it has not yet */
    record Stopped(Optional<Instant> ended) {}
}
