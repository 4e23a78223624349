package io.tidemark.producer.runtime;

import io.netty.util.concurrent.ScheduledFuture;
import io.tidemark.producer.client.http.StreamingClient;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Real time: the client's event loop is the lane's thread. */
record RealTimeRuntime(StreamingClient client) implements LaneRuntime {
    @Override
    public Executor loop() {
        return client.loop();
    }

    @Override
    public <T> T callOnLoop(Callable<T> question) throws InterruptedException {
        try {
            return client.loop().submit(question).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the lane failed", e.getCause());
        }
    }

    @Override
    public PeriodicTask scheduleAtFixedRate(String name, Duration first, Duration period, Runnable work) {
        ScheduledFuture<?> tick =
                client.loop().scheduleAtFixedRate(work, first.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return new EventLoopPeriodicTask(name, tick);
    }

    @Override
    public void sleep(long nanos) {
        LockSupport.parkNanos(nanos);
    }

    @Override
    public PollTaskHandle startPolling(PollTask rounds) {
        return PollTaskThread.start(rounds);
    }

    @Override
    public void close() {
        client.close();
    }
}
