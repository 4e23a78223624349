package io.tidemark.producer.run;

import io.tidemark.producer.publish.Publisher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands over in order on a thread of its own. However long the publisher takes nothing is lost: when too much waits, whoever
 * offers waits too, and virtual time stands still meanwhile.
 */
final class PatientOutlet implements Outlet {
    /** Taken together, so that the two threads seldom meet. */
    private static final int BUNDLE = 256;

    private static final int MOST_BUNDLES = 64;

    private final Publisher publisher;
    private final BlockingQueue<List<Consumer<Publisher>>> bundles = new ArrayBlockingQueue<>(MOST_BUNDLES);
    private final Thread thread;
    private List<Consumer<Publisher>> bundle = new ArrayList<>(BUNDLE);
    private volatile @Nullable Exception failure;

    PatientOutlet(Publisher publisher) {
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
        bundle.add(handOver);
        if (bundle.size() < BUNDLE) {
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
        bundles.put(bundle);
        bundle = new ArrayList<>(BUNDLE);
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
            int size = BUNDLE;
            while (size == BUNDLE) {
                List<Consumer<Publisher>> next = bundles.take();
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
        bundles.put(bundle);
        thread.join();
        requirePublished();
    }
}
