package io.tidemark.producer.run;

import io.tidemark.producer.client.LoadClient;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Where one run takes place: its client, the one thread of its lane, and how it waits. Used by the thread that leads the run. */
interface Site extends AutoCloseable {
    LoadClient client();

    /** The lane's thread. */
    Executor loop();

    /** Asks on the lane's thread and waits for the answer. */
    <T> T onLoop(Callable<T> question) throws InterruptedException;

    /** Does something on the lane's thread again and again. {@code name} says what, if it fails. */
    Ticking every(String name, Duration first, Duration period, Runnable work);

    /** Lets so much time pass at most. */
    void rest(long nanos);

    Rounding start(Rounds rounds);

    /** Closes the client. */
    @Override
    void close();
}
