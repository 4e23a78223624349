package io.tidemark.producer.client.http;

import io.tidemark.schemas.time.HangDetector;
import io.tidemark.schemas.time.NanoClock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that a scheduler repeats, which a failure does not end: a scheduler never calls a task again that has thrown, and does not report that. The first
 * failure is logged and kept. Its failure may be asked for by any thread.
 */
final class RepeatedTask implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedTask.class);

    private final String name;
    private final Runnable work;
    private final HangDetector hangs;
    private volatile Optional<String> failure = Optional.empty();

    RepeatedTask(String name, Runnable work, NanoClock clock) {
        this.name = name;
        this.work = work;
        this.hangs = new HangDetector(name, clock);
    }

    @Override
    public void run() {
        try {
            hangs.round(work);
        } catch (RuntimeException e) {
            if (failure.isEmpty()) {
                failure = Optional.of(name + " failed: " + e);
                LOG.error("{} failed and is tried again; further failures are not logged", name, e);
            }
        }
    }

    /** Of the first time that it failed, or of a round that does not end, in words. */
    Optional<String> failure() {
        return failure.or(hangs::hang);
    }
}
