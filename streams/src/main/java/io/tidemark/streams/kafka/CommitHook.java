package io.tidemark.streams.kafka;

import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.AbstractStoreBuilder;

/**
 * Runs a processor's {@link CommitListener} before each offset commit, so that what it forwards and stores, the offsets and
 * the transaction go together.
 *
 * <p>Kafka Streams 4.3 calls {@code flushCache()} before committing only on stores that implement its internal
 * {@code CachedStateStore}; a punctuator instead would lose what came between its last call and a crash. This class and
 * {@link HookedStore} are all that uses those internals, and {@link CommitHookCheck} proves at start-up that they work.
 */
public final class CommitHook {
    private final HookedStore store;

    private CommitHook(HookedStore store) {
        this.store = store;
    }

    /** A store without a changelog that exists only to carry the hook. */
    public static StoreBuilder<?> heapOnly(String name) {
        return new Builder(name).withLoggingDisabled();
    }

    /** An in-memory store with a compacted changelog. */
    public static StoreBuilder<?> withChangelog(String name) {
        return new Builder(name).withLoggingEnabled(Map.of());
    }

    /** To be called in a processor's {@code init}; the listener may forward to the processor's children. */
    public static <K, V> CommitHook attach(ProcessorContext<K, V> context, String storeName, CommitListener listener) {
        HookedStore store = context.getStateStore(storeName);
        InternalProcessorContext<K, V> internal = (InternalProcessorContext<K, V>) context;
        store.setListener(new AsNode(internal, internal.currentNode(), listener));
        return new CommitHook(store);
    }

    /** The store that carries the hook. */
    public KeyValueStore<String, byte[]> store() {
        return store.wrapped();
    }

    /** Outside of processing there is no current node, and forwarding needs one. */
    private record AsNode(
            InternalProcessorContext<?, ?> context, ProcessorNode<?, ?, ?, ?> node, CommitListener listener)
            implements CommitListener {
        @Override
        public void beforeCommit() {
            ProcessorNode<?, ?, ?, ?> before = context.currentNode();
            context.setCurrentNode(node);
            try {
                listener.beforeCommit();
            } finally {
                context.setCurrentNode(before);
            }
        }

        @Override
        public void discard() {
            listener.discard();
        }
    }

    private static final class Builder extends AbstractStoreBuilder<String, byte[], HookedStore> {
        Builder(String name) {
            super(name, Serdes.String(), Serdes.ByteArray(), Time.SYSTEM);
        }

        @Override
        public HookedStore build() {
            StoreBuilder<KeyValueStore<String, byte[]>> plain = Stores.keyValueStoreBuilder(
                            Stores.inMemoryKeyValueStore(name()), Serdes.String(), Serdes.ByteArray())
                    .withCachingDisabled();
            return new HookedStore(
                    (loggingEnabled() ? plain.withLoggingEnabled(logConfig()) : plain.withLoggingDisabled()).build());
        }
    }
}
