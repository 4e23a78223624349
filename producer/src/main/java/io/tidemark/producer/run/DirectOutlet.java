package io.tidemark.producer.run;

import io.tidemark.producer.publish.Publisher;
import java.util.function.Consumer;

/** Hands over at once, however long the publisher takes: virtual time stands still meanwhile. */
record DirectOutlet(Publisher publisher) implements Outlet {
    @Override
    public void offer(Consumer<Publisher> handOver) {
        handOver.accept(publisher);
    }

    @Override
    public long overflow() {
        return 0;
    }

    @Override
    public void start() {
        // It has no thread.
    }

    @Override
    public void finish() {
        // Nothing waits.
    }
}
