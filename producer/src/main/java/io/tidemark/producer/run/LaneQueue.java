package io.tidemark.producer.run;

import io.tidemark.producer.publish.Publisher;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lies between the stamping thread, which never waits, and the publisher, which may. First in, first out; what does not
 * fit is counted and lost.
 */
final class LaneQueue {
    private static final Logger LOG = LoggerFactory.getLogger(LaneQueue.class);
    private static final long POLL_MILLIS = 100;

    private final BlockingQueue<Consumer<Publisher>> queue;
    private final Publisher publisher;
    private final AtomicLong overflow = new AtomicLong();
    private final Thread thread;
    private volatile boolean closing;

    LaneQueue(int capacity, Publisher publisher) {
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.publisher = publisher;
        this.thread = new Thread(this::drain, "tidemark-publish");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Never blocks. */
    void offer(Consumer<Publisher> handOver) {
        if (!queue.offer(handOver)) {
            overflow.incrementAndGet();
        }
    }

    long overflow() {
        return overflow.get();
    }

    private void drain() {
        try {
            while (!closing || !queue.isEmpty()) {
                Consumer<Publisher> next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    handOver(next);
                }
            }
        } catch (InterruptedException e) {
            overflow.addAndGet(queue.size());
            Thread.currentThread().interrupt();
        }
    }

    private void handOver(Consumer<Publisher> next) {
        try {
            next.accept(publisher);
        } catch (RuntimeException e) {
            if (overflow.getAndIncrement() == 0) {
                LOG.error("an event could not be published; the run is invalid, further losses are only counted", e);
            }
        }
    }

    /** Hands over what is queued, then ends. */
    void finish() throws InterruptedException {
        closing = true;
        thread.join();
    }
}
