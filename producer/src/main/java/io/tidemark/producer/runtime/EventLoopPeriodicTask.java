package io.tidemark.producer.runtime;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import io.tidemark.schemas.time.HangDetector;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A task of an event loop that is done periodically. One that throws is never called again, and nothing else reports that. */
final class EventLoopPeriodicTask implements PeriodicTask {
    private final String name;
    private final HangDetector hangs;
    private final ScheduledFuture<?> task;

    private EventLoopPeriodicTask(String name, HangDetector hangs, ScheduledFuture<?> task) {
        this.name = name;
        this.hangs = hangs;
        this.task = task;
    }

    /** Periodic work. */
    record Work(String name, Duration first, Duration period, Runnable round) {}

    static EventLoopPeriodicTask start(Work work, EventLoop loop, NanoClock clock) {
        HangDetector hangs = new HangDetector(work.name(), clock);
        ScheduledFuture<?> task = loop.scheduleAtFixedRate(
                () -> hangs.round(work.round()),
                work.first().toNanos(),
                work.period().toNanos(),
                TimeUnit.NANOSECONDS);
        return new EventLoopPeriodicTask(work.name(), hangs, task);
    }

    @Override
    public void cancel() {
        task.cancel(false);
    }

    @Override
    public Optional<String> failure() {
        return task.isDone() && !task.isCancelled()
                ? Optional.of(name + " ended early: " + task.cause())
                : hangs.hang();
    }
}
