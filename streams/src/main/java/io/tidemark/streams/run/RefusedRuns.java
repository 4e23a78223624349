package io.tidemark.streams.run;

import io.tidemark.events.ControlEvent;
import io.tidemark.streams.wire.AvroBytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Definitions of runs that there was no room for, in the store: one that gets its place later is judged by what was said of it before.
 * So many bytes are kept; what is beyond goes with the run that began first. Not thread-safe.
 */
final class RefusedRuns {
    /** Of all definitions together, as they are stored. */
    static final int MOST_BYTES = 4 << 20;

    private static final String KIND = "/REFUSED/";

    private final KeyValueStore<String, byte[]> store;
    /** Sizes by name by run; ids of runs are in the order in which they began. */
    private final NavigableMap<String, Map<String, Integer>> sizes = new TreeMap<>();

    private long bytes;

    RefusedRuns(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** Whether an entry of the store is one of these, of a run that is not kept. */
    static boolean isOne(String key) {
        return key.startsWith(KIND, key.indexOf('/')); // ids of runs have no slash
    }

    void keep(String run, ControlEvent definition) {
        byte[] encoded = AvroBytes.encode(ControlEvent.getEncoder(), definition);
        if (encoded.length > MOST_BYTES) {
            return;
        }
        String name = Definitions.name(definition);
        store.put(run + KIND + name, encoded);
        keep(run, name, encoded.length);
        while (bytes > MOST_BYTES) {
            forget(sizes.firstKey());
        }
    }

    /** Takes note of what the store holds after a restore. */
    void restore(String key, int sizeBytes) {
        int at = key.indexOf('/');
        keep(key.substring(0, at), key.substring(at + KIND.length()), sizeBytes);
    }

    /** What was said of a run, the run itself first and its objectives in the order of their changes; forgotten then. */
    List<ControlEvent> take(String run) {
        List<ControlEvent> definitions = new ArrayList<>();
        sizes.getOrDefault(run, Map.of())
                .keySet()
                .forEach(name ->
                        definitions.add(AvroBytes.decode(ControlEvent.getDecoder(), store.get(run + KIND + name))));
        forget(run);
        definitions.sort(Comparator.comparing(Definitions::name));
        return definitions;
    }

    private void keep(String run, String name, int sizeBytes) {
        Integer before = sizes.computeIfAbsent(run, unseen -> new TreeMap<>()).put(name, sizeBytes);
        bytes += sizeBytes - (before == null ? 0 : before);
    }

    private void forget(String run) {
        Map<String, Integer> gone = sizes.remove(run);
        if (gone != null) {
            gone.forEach((name, sizeBytes) -> {
                store.delete(run + KIND + name);
                bytes -= sizeBytes;
            });
        }
    }
}
