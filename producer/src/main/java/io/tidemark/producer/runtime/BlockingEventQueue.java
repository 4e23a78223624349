package io.tidemark.producer.runtime;

import io.tidemark.producer.publish.Publisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands events over in order on a thread of its own. It loses nothing, however long the publisher takes: when the queue is full, the
 * offering thread waits, and virtual time stands still meanwhile.
 */
final class BlockingEventQueue implements EventQueue {
    /** Taken together, so that the two threads seldom meet. */
    private static final int BATCH_EVENTS = 256;

    private static final int MAX_BUNDLES = 64;

    private final Publisher publisher;
    private final BlockingQueue<List<Consumer<Publisher>>> batches = new ArrayBlockingQueue<>(MAX_BUNDLES);
    private final Thread thread;
    private List<Consumer<Publisher>> batch = new ArrayList<>(BATCH_EVENTS);
    private volatile @Nullable Exception failure;

    BlockingEventQueue(Publisher publisher) {
        this.publisher = publisher;
        this.thread = new Thread(this::drain, "tidemark-publish");
        this.thread.setDaemon(true);
    }

    @Override
    public void start() {
        thread.start();
    }

    /**
     * From one thread.
     *
     * @throws IllegalStateException when an event could not be published
     */
    @Override
    public void offer(int sizeBytes, Consumer<Publisher> handOver) {
        batch.add(handOver);
        if (batch.size() < BATCH_EVENTS) {
            return;
        }
        try {
            pass();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while events wait to be published", e);
        }
    }

    private void pass() throws InterruptedException {
        batches.put(batch);
        batch = new ArrayList<>(BATCH_EVENTS);
        requirePublished();
    }

    private void requirePublished() {
        Exception failed = failure;
        if (failed != null) {
            throw new IllegalStateException("an event could not be published", failed);
        }
    }

    @Override
    public long overflow() {
        return 0;
    }

    /** Ends with a bundle that is not full. */
    private void drain() {
        try {
            int size = BATCH_EVENTS;
            while (size == BATCH_EVENTS) {
                List<Consumer<Publisher>> next = batches.take();
                size = next.size();
                next.forEach(this::handOver);
            }
        } catch (InterruptedException e) {
            failure = e;
        }
    }

    /** After a failure nothing is published any more; the run fails with it. */
    private void handOver(Consumer<Publisher> next) {
        if (failure != null) {
            return;
        }
        try {
            next.accept(publisher);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    @Override
    public void finish() throws InterruptedException {
        batches.put(batch);
        thread.join();
        requirePublished();
    }
}
