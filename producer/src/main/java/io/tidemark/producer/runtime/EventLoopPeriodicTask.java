package io.tidemark.producer.runtime;

import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;

/**
 * A task of an event loop that is done periodically. One that throws is never called again, and nobody else says so.
 *
 * @param name what it does, for its failure
 */
record EventLoopPeriodicTask(String name, ScheduledFuture<?> task) implements PeriodicTask {
    @Override
    public void cancel() {
        task.cancel(false);
    }

    @Override
    public Optional<String> failure() {
        return task.isDone() && !task.isCancelled()
                ? Optional.of(name + " ended early: " + task.cause())
                : Optional.empty();
    }
}
