package io.tidemark.streams.control;

import io.tidemark.events.ControlEvent;
import io.tidemark.streams.wire.AvroBytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Definitions of runs that there was no room for, in the store: one that gets its place later is judged by what was reported of it before.
 * So many bytes are kept; what is beyond goes with the run that began first. Not thread-safe.
 */
public final class OverQuotaRuns {
    /** Of all definitions together, as they are stored. */
    static final int MAX_BYTES = 4 << 20;

    private static final String KIND = "/REFUSED/";

    private final KeyValueStore<String, byte[]> store;
    /** Sizes by name by run; ids of runs are in the order in which they began. */
    private final NavigableMap<String, Map<String, Integer>> sizes = new TreeMap<>();

    private long bytes;

    public OverQuotaRuns(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** Whether an entry of the store is one of these, of a run that is not kept. */
    public static boolean isKeyOf(String key) {
        return key.startsWith(KIND, key.indexOf('/')); // ids of runs have no slash
    }

    /** @param dropped takes what is not kept, or no longer: a run, and the bytes of a definition of it */
    public void save(String run, ControlEvent definition, BiConsumer<String, byte[]> dropped) {
        byte[] encoded = AvroBytes.encode(ControlEvent.getEncoder(), definition);
        if (encoded.length > MAX_BYTES) {
            dropped.accept(run, encoded);
            return;
        }
        String name = RunDefinitions.name(definition);
        store.put(run + KIND + name, encoded);
        save(run, name, encoded.length);
        while (bytes > MAX_BYTES) {
            delete(sizes.firstKey(), dropped);
        }
    }

    /** Takes note of what the store holds after a restore. */
    public void restore(String key, int sizeBytes) {
        int at = key.indexOf('/');
        save(key.substring(0, at), key.substring(at + KIND.length()), sizeBytes);
    }

    /** What was reported of a run, the run itself first and its objectives in the order of their changes; forgotten then. */
    public List<ControlEvent> take(String run) {
        List<ControlEvent> definitions = new ArrayList<>();
        sizes.getOrDefault(run, Map.of())
                .keySet()
                .forEach(name ->
                        definitions.add(AvroBytes.decode(ControlEvent.getDecoder(), store.get(run + KIND + name))));
        delete(run, (taken, bytesOfDefinition) -> {});
        definitions.sort(Comparator.comparing(RunDefinitions::name));
        return definitions;
    }

    private void save(String run, String name, int sizeBytes) {
        Integer before = sizes.computeIfAbsent(run, unseen -> new TreeMap<>()).put(name, sizeBytes);
        bytes += sizeBytes - (before == null ? 0 : before);
    }

    private void delete(String run, BiConsumer<String, byte[]> dropped) {
        Map<String, Integer> gone = sizes.remove(run);
        if (gone != null) {
            gone.forEach((name, sizeBytes) -> {
                dropped.accept(run, store.delete(run + KIND + name));
                bytes -= sizeBytes;
            });
        }
    }
}
