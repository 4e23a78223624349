package io.tidemark.console.api;

import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Some readers of one store, opened as they are needed: as many requests are answered at once. Thread-safe. */
public final class StoreReaders implements AutoCloseable {
    private static final int MAX_READERS = 4;

    private final StoreAddress store;
    private final Semaphore free = new Semaphore(MAX_READERS);
    private final BlockingQueue<ResultReader> open = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    public StoreReaders(StoreAddress store) {
        this.store = store;
    }

    /**
     * Reads on one consistent state of the store.
     *
     * @throws StoreException if the store cannot be read
     */
    public <T> T read(Function<ResultReader, T> question) {
        return use(reader -> reader.inSnapshot(question));
    }

    /**
     * Reads; each question of it sees the state of its own time.
     *
     * @throws StoreException if the store cannot be read
     */
    public <T> T use(Function<ResultReader, T> question) {
        free.acquireUninterruptibly();
        try {
            ResultReader reader = open.poll();
            if (reader == null) {
                reader = store.openReader();
            }
            return answered(reader, question);
        } finally {
            free.release();
        }
    }

    /** A reader that failed is not used again: the store may have been replaced, or its server restarted. */
    private <T> T answered(ResultReader reader, Function<ResultReader, T> question) {
        boolean usable = false;
        try {
            T answer = question.apply(reader);
            usable = true;
            return answer;
        } finally {
            if (usable && !closed) {
                open.add(reader);
            } else {
                reader.close();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        ResultReader reader = open.poll();
        while (reader != null) {
            reader.close();
            reader = open.poll();
        }
    }
}
