package io.tidemark.producer.runtime;

import io.tidemark.schemas.time.VirtualTime;
import java.util.Optional;

/** A repeated event of virtual time. What it throws fails the run at once, so one that is not cancelled lives. */
record VirtualTimePeriodicTask(VirtualTime.Repeated repeated) implements PeriodicTask {
    @Override
    public void cancel() {
        repeated.cancel();
    }

    @Override
    public Optional<String> failure() {
        return Optional.empty();
    }
}
