package io.tidemark.producer.runtime;

import io.tidemark.producer.client.LoadClient;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Virtual time: everything happens on the thread that leads the run, and time passes only while it rests. */
record VirtualTimeRuntime(VirtualTime time, LoadClient client) implements LaneRuntime {
    @Override
    public Executor loop() {
        return time::now;
    }

    @Override
    public <T> T callOnLoop(Callable<T> question) {
        time.pass(0);
        try {
            return question.call();
        } catch (Exception e) {
            throw new IllegalStateException("the lane failed", e);
        }
    }

    @Override
    public PeriodicTask scheduleAtFixedRate(String name, Duration first, Duration period, Runnable work) {
        return new VirtualTimePeriodicTask(time.every(time.nanos() + first.toNanos(), period.toNanos(), work));
    }

    @Override
    public void sleep(long nanos) {
        time.pass(nanos);
    }

    @Override
    public PollTaskHandle startPolling(PollTask rounds) {
        return VirtualTimePollTask.start(rounds, time);
    }

    @Override
    public void close() {
        client.close();
    }
}
