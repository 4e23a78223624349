package io.tidemark.producer.runtime;

import io.tidemark.producer.publish.Publisher;
import java.util.Optional;
import java.util.function.Consumer;

/** The way of a lane's events to their publisher: first in, first out. */
public interface EventQueue {
    /**
     * From the lane's thread; never waits while real time is measured.
     *
     * @param sizeBytes of what is handed over, about
     */
    void offer(int sizeBytes, Consumer<Publisher> handOver);

    /** Events that did not fit or could not be published. */
    long overflow();

    /** Why nothing is handed over any more, in words; empty while it is. May be asked by any thread. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    void start();

    /** Hands over what was offered, then ends. */
    void finish() throws InterruptedException;
}
