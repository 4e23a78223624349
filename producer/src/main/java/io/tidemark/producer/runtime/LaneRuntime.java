package io.tidemark.producer.runtime;

import io.tidemark.producer.client.LoadClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Where one run takes place: its client, the one thread of its lane, and how it waits. Used by the thread that leads the run. */
public interface LaneRuntime extends AutoCloseable {
    LoadClient client();

    /** The lane's thread. */
    Executor loop();

    /**
     * Asks on the lane's thread and waits for the answer.
     *
     * @throws LaneHungException if it does not come because something hangs there
     */
    <T> T callOnLoop(Callable<T> question) throws InterruptedException;

    /** Does something on the lane's thread again and again. {@code name} says what, if it fails. */
    PeriodicTask scheduleAtFixedRate(String name, Duration first, Duration period, Runnable work);

    /** What hangs on the lane's thread so that it answers nothing, in words; empty while it answers. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Lets so much time pass at most. */
    void sleep(long nanos);

    PollTaskHandle startPolling(PollTask rounds);

    /** Closes the client. */
    @Override
    void close();
}
