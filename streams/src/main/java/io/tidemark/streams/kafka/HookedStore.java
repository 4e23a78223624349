package io.tidemark.streams.kafka;

import java.util.Optional;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * A key-value store that passes on Kafka Streams' call before an offset commit.
 *
 * <p>It is deliberately no {@link KeyValueStore} itself: Streams would then hand out a decorator instead of this class.
 */
final class HookedStore extends WrappedStateStore<KeyValueStore<String, byte[]>, String, byte[]> {
    private Optional<CommitListener> listener = Optional.empty();

    HookedStore(KeyValueStore<String, byte[]> wrapped) {
        super(wrapped);
    }

    void setListener(CommitListener newListener) {
        listener = Optional.of(newListener);
    }

    /** A revived task starts from its changelog: what an earlier life kept on the heap is void. */
    @Override
    public void init(StateStoreContext context, StateStore root) {
        listener.ifPresent(CommitListener::discard);
        super.init(context, root);
    }

    @Override
    public void flushCache() {
        listener.ifPresent(CommitListener::beforeCommit);
        super.flushCache();
    }

    @Override
    public void clearCache() {
        listener.ifPresent(CommitListener::discard);
        super.clearCache();
    }
}
