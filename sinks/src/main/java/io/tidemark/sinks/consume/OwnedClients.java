package io.tidemark.sinks.consume;

import io.tidemark.sinks.store.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;

/** The clients and stores that a reader of topics opened; they are closed in reverse. Not thread-safe. */
public final class OwnedClients implements AutoCloseable {
    private final String owner;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** @param owner for messages, as {@code the sink} */
    public OwnedClients(String owner) {
        this.owner = owner;
    }

    /** Keeps a client and returns it. */
    public <T extends AutoCloseable> T own(T client) {
        open.push(client);
        return client;
    }

    /** Keeps a consumer without a group and returns it. It leaves nothing to be done at its end, and does not wait for a fetch that is under way. */
    public <K, V> Consumer<K, V> ownConsumer(Consumer<K, V> consumer) {
        open.push(() -> consumer.close(CloseOptions.timeout(Duration.ZERO)));
        return consumer;
    }

    /** @throws StoreException if one cannot be closed */
    @Override
    public void close() {
        while (!open.isEmpty()) {
            closeOne(open.pop());
        }
    }

    private void closeOne(AutoCloseable one) {
        try {
            one.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new StoreException(owner + " could not be closed: " + e.getMessage(), e);
        }
    }
}
