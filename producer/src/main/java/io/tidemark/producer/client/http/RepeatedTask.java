package io.tidemark.producer.client.http;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that a scheduler repeats, which a failure does not end: a scheduler never calls a task again that has thrown, and says so to nobody. The first
 * failure is logged and kept. Its failure may be asked for by any thread.
 */
final class RepeatedTask implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedTask.class);

    private final String name;
    private final Runnable work;
    private volatile Optional<String> failure = Optional.empty();

    RepeatedTask(String name, Runnable work) {
        this.name = name;
        this.work = work;
    }

    @Override
    public void run() {
        try {
            work.run();
        } catch (RuntimeException e) {
            if (failure.isEmpty()) {
                failure = Optional.of(name + " failed: " + e);
                LOG.error("{} failed and is tried again; further failures are not logged", name, e);
            }
        }
    }

    /** Of the first time that it failed, in words. */
    Optional<String> failure() {
        return failure;
    }
}
