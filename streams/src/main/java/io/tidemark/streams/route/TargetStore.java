package io.tidemark.streams.route;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.inbox.TargetInboxCodec;
import io.tidemark.streams.inbox.TargetInboxRecord;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Keeps {@link TrackedTarget}s in a store: a key per binding, and a key per slot of the ring so that compaction bounds it. */
final class TargetStore {
    private final KeyValueStore<String, byte[]> store;

    TargetStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    void saveBinding(String target, TargetInboxRecord.Binding binding) {
        store.put(bindingKey(target, binding.run()), value(target, 0, binding));
    }

    void deleteBinding(String target, String run) {
        store.delete(bindingKey(target, run));
    }

    void saveSample(String target, long number, ServerSample sample) {
        store.put(sampleKey(target, number), value(target, number, new TargetInboxRecord.Scrape(sample)));
    }

    /** A target that no run is bound to. */
    void delete(String target) {
        for (int slot = 0; slot < TrackedTarget.MAX_RECENT_SAMPLES; slot++) {
            String key = sampleKey(target, slot);
            if (store.get(key) != null) {
                store.delete(key);
            }
        }
    }

    /** What the store holds after a restore. */
    Map<String, TrackedTarget> load() {
        Map<String, TrackedTarget> targets = new HashMap<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                WireReader in = WireReader.versioned(entry.value);
                TrackedTarget tracked = targets.computeIfAbsent(in.text(), unseen -> new TrackedTarget());
                restore(tracked, in.count(), TargetInboxCodec.decode(in.tail()));
            }
        }
        return targets;
    }

    private static void restore(TrackedTarget tracked, long number, TargetInboxRecord target) {
        if (target instanceof TargetInboxRecord.Binding binding) {
            tracked.bind(binding);
        } else if (target instanceof TargetInboxRecord.Scrape scrape) {
            tracked.restore(number, scrape.sample());
        }
    }

    private static byte[] value(String target, long number, TargetInboxRecord content) {
        return WireWriter.versioned()
                .text(target)
                .count(number)
                .tail(TargetInboxCodec.encode(content))
                .toBytes();
    }

    private static String sampleKey(String target, long number) {
        return "sample/" + number % TrackedTarget.MAX_RECENT_SAMPLES + "/" + target;
    }

    private static String bindingKey(String target, String run) {
        return "run/" + run + "/" + target;
    }
}
