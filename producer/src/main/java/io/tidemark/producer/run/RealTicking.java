package io.tidemark.producer.run;

import io.netty.util.concurrent.ScheduledFuture;

/** A task of an event loop that is done periodically. One that throws is never called again, and nobody else says so. */
record RealTicking(ScheduledFuture<?> task) implements Ticking {
    @Override
    public void cancel() {
        task.cancel(false);
    }

    @Override
    public void requireAlive() {
        if (task.isDone()) {
            throw new IllegalStateException("the lane's heartbeats or token batches ended early", task.cause());
        }
    }
}
