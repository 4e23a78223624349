package io.tidemark.streams.route;

import io.tidemark.streams.inbox.TargetInboxCodec;
import io.tidemark.streams.inbox.TargetInboxRecord;
import io.tidemark.streams.processor.Containment;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
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

    /** Of {@link #value}. */
    void saveSample(String target, long number, byte[] value) {
        store.put(sampleKey(target, number), value);
    }

    /** Returns how many bytes that frees. */
    long deleteSample(String target, long number) {
        long freed = sampleBytes(target, number);
        store.delete(sampleKey(target, number));
        return freed;
    }

    /** Of the sample in the slot of a number. */
    long sampleBytes(String target, long number) {
        byte[] kept = store.get(sampleKey(target, number));
        return kept == null ? 0 : kept.length;
    }

    /** Of all samples of a target. */
    long sampleBytes(String target) {
        return LongStream.range(0, TrackedTarget.MAX_RECENT_SAMPLES)
                .map(slot -> sampleBytes(target, slot))
                .sum();
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

    void deleteEntry(String key) {
        store.delete(key);
    }

    /**
     * What the store holds after a restore.
     *
     * @param unreadable takes the key of each entry that the program fails on, and why
     */
    Map<String, TrackedTarget> load(BiConsumer<String, Throwable> unreadable) {
        Map<String, TrackedTarget> targets = new HashMap<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            entries.forEachRemaining(entry -> Containment.run(() -> restore(targets, entry.value))
                    .ifPresent(reason -> unreadable.accept(entry.key, reason)));
        }
        return targets;
    }

    private static void restore(Map<String, TrackedTarget> targets, byte[] bytes) {
        WireReader in = WireReader.versioned(bytes);
        String target = in.text();
        long number = in.count();
        TargetInboxRecord content = TargetInboxCodec.decode(in.tail());
        TrackedTarget tracked = targets.computeIfAbsent(target, unseen -> new TrackedTarget());
        if (content instanceof TargetInboxRecord.Binding binding) {
            tracked.bind(binding);
        } else if (content instanceof TargetInboxRecord.Scrape scrape) {
            tracked.add(number, scrape.sample());
        }
    }

    static byte[] value(String target, long number, TargetInboxRecord content) {
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
