package io.tidemark.streams.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;
import org.apache.kafka.streams.processor.internals.StoreBuilderWrapper;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.AbstractStoreBuilder;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;

/** What the stores of a team's topology held when its host was killed, put back before its processors open them. */
public record StoreSnapshot(Map<String, byte[]> runs, Map<String, byte[]> targets, Map<String, byte[]> comparisons) {
    private static final String RUNS = "run-state";
    private static final String TARGETS = "target-runs";
    private static final String COMPARISONS = "comparison-inputs";

    public static StoreSnapshot of(TopologyTestDriver driver) {
        HookedStore runs = (HookedStore) driver.getStateStore(RUNS);
        return new StoreSnapshot(
                entries(runs.wrapped()),
                entries(driver.getKeyValueStore(TARGETS)),
                entries(driver.getKeyValueStore(COMPARISONS)));
    }

    private static Map<String, byte[]> entries(KeyValueStore<String, byte[]> store) {
        Map<String, byte[]> entries = new TreeMap<>();
        try (KeyValueIterator<String, byte[]> all = store.all()) {
            all.forEachRemaining(entry -> entries.put(entry.key, entry.value));
        }
        return entries;
    }

    /** Of all values. */
    public long sizeBytes() {
        return Stream.of(runs, targets, comparisons)
                .flatMap(store -> store.values().stream())
                .mapToLong(value -> value.length)
                .sum();
    }

    public Topology into(Topology topology) {
        InternalTopologyBuilder builder = TopologyDrivers.builder(topology);
        builder.addStateStore(StoreBuilderWrapper.wrapStoreBuilder(new Hooked(RUNS, runs)), true, "run");
        builder.addStateStore(StoreBuilderWrapper.wrapStoreBuilder(plain(TARGETS, targets)), true, "targets");
        builder.addStateStore(
                StoreBuilderWrapper.wrapStoreBuilder(plain(COMPARISONS, comparisons)), true, "regressions");
        return topology;
    }

    private static StoreBuilder<KeyValueStore<String, byte[]>> plain(String name, Map<String, byte[]> entries) {
        return Stores.keyValueStoreBuilder(new Supplier(name, entries), Serdes.String(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingDisabled();
    }

    private static final class Hooked extends AbstractStoreBuilder<String, byte[], HookedStore> {
        private final Map<String, byte[]> entries;

        Hooked(String name, Map<String, byte[]> entries) {
            super(name, Serdes.String(), Serdes.ByteArray(), Time.SYSTEM);
            this.entries = entries;
            withLoggingDisabled();
        }

        @Override
        public HookedStore build() {
            return new HookedStore(plain(name(), entries).build());
        }
    }

    private record Supplier(String name, Map<String, byte[]> entries) implements KeyValueBytesStoreSupplier {
        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return new InMemoryKeyValueStore(name) {
                @Override
                public void init(StateStoreContext context, StateStore root) {
                    super.init(context, root);
                    entries.forEach((key, value) -> put(Bytes.wrap(key.getBytes(StandardCharsets.UTF_8)), value));
                }
            };
        }

        @Override
        public String metricsScope() {
            return "in-memory";
        }
    }
}
