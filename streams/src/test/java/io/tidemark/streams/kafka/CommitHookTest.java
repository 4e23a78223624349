package io.tidemark.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitHookTest {
    @TempDir
    private Path scratch;

    @Test
    void theKafkaStreamsOnTheClassPathCallsTheHookBeforeCommitting() {
        assertThatCode(() -> CommitHookCheck.run(scratch)).doesNotThrowAnyException();
    }

    @Test
    void aStoreThatIsClearedTellsItsListenerToForget() {
        KeyValueStore<String, byte[]> inner = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.ByteArray())
                .build();
        HookedStore store = new HookedStore(inner);
        List<String> calls = new ArrayList<>();
        store.setListener(new CommitListener() {
            @Override
            public void beforeCommit() {
                calls.add("commit");
            }

            @Override
            public void discard() {
                calls.add("discard");
            }
        });
        store.flushCache();
        store.clearCache();
        assertThat(calls).containsExactly("commit", "discard");
    }
}
