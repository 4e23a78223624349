package io.tidemark.console.change;

import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Changes objectives of runs that last. The record comes first: a change that cannot be recorded is not made. Thread-safe. Every call throws
 * {@link InvalidValueException} for what breaks a rule, and {@link ChangeRefusedException} where a right is missing.
 */
public interface ObjectiveControl extends TeamControl {
    /**
     * From now on the objective holds, instead of the run's one of its name.
     *
     * @return since when; empty if the run has just this objective already
     */
    Changed set(RunKey run, Asked asked, ChangeRecorder recorder);

    /** From now on the run has no objective of that name. */
    Changed remove(RunKey run, String name, ChangeRecorder recorder);

    /**
     * An objective in the words of a plan.
     *
     * @param name empty for the words themselves
     */
    record Asked(String objective, Optional<String> name) {}

    /** @param since empty if nothing had to be changed */
    record Changed(String name, Optional<Instant> since) {}
}
