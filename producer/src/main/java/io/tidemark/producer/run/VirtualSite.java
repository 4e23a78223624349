package io.tidemark.producer.run;

import io.tidemark.producer.client.LoadClient;
import io.tidemark.schemas.time.VirtualTime;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Virtual time: everything happens on the thread that leads the run, and time passes only while it rests. */
record VirtualSite(VirtualTime time, LoadClient client) implements Site {
    @Override
    public Executor loop() {
        return time::now;
    }

    @Override
    public <T> T onLoop(Callable<T> question) {
        time.pass(0);
        try {
            return question.call();
        } catch (Exception e) {
            throw new IllegalStateException("the lane failed", e);
        }
    }

    @Override
    public Ticking every(String name, Duration first, Duration period, Runnable work) {
        return new VirtualTicking(time.every(time.nanos() + first.toNanos(), period.toNanos(), work));
    }

    @Override
    public void rest(long nanos) {
        time.pass(nanos);
    }

    @Override
    public Rounding start(Rounds rounds) {
        return VirtualRounds.start(rounds, time);
    }

    @Override
    public void close() {
        client.close();
    }
}
