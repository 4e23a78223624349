package io.tidemark.producer.runtime;

/** {@link PollTask} under way. */
public interface PollTaskHandle {
    boolean isAlive();

    /** Ends it with its last round; returns when that is done. */
    void stop() throws InterruptedException;

    /** Whether it ended by itself, which it should not; why is in the log. */
    boolean hasFailed();
}
