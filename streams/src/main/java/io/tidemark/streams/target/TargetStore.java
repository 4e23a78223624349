package io.tidemark.streams.target;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.inbox.TargetCodec;
import io.tidemark.streams.inbox.TargetRecord;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Keeps {@link TargetBook}s in a store: a key per binding, and a key per slot of the ring so that compaction bounds it. */
final class TargetStore {
    private static final int VERSION = 1;

    private final KeyValueStore<String, byte[]> store;

    TargetStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    void bound(String target, TargetRecord.Binding binding) {
        store.put(bindingKey(target, binding.run()), value(target, 0, binding));
    }

    void unbound(String target, String run) {
        store.delete(bindingKey(target, run));
    }

    void kept(String target, long number, ServerSample sample) {
        store.put(sampleKey(target, number), value(target, number, new TargetRecord.Scrape(sample)));
    }

    /** A target that no run is bound to. */
    void forget(String target) {
        for (int slot = 0; slot < TargetBook.RING; slot++) {
            String key = sampleKey(target, slot);
            if (store.get(key) != null) {
                store.delete(key);
            }
        }
    }

    /** What the store holds after a restore. */
    Map<String, TargetBook> load() {
        Map<String, TargetBook> books = new HashMap<>();
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            while (entries.hasNext()) {
                KeyValue<String, byte[]> entry = entries.next();
                WireReader in = new WireReader(entry.value);
                in.version(VERSION);
                TargetBook book = books.computeIfAbsent(in.text(), unseen -> new TargetBook());
                restore(book, in.count(), TargetCodec.decode(in.tail()));
            }
        }
        return books;
    }

    private static void restore(TargetBook book, long number, TargetRecord target) {
        if (target instanceof TargetRecord.Binding binding) {
            book.bind(binding);
        } else if (target instanceof TargetRecord.Scrape scrape) {
            book.restore(number, scrape.sample());
        }
    }

    private static byte[] value(String target, long number, TargetRecord content) {
        return new WireWriter()
                .raw(VERSION)
                .text(target)
                .count(number)
                .tail(TargetCodec.encode(content))
                .toBytes();
    }

    private static String sampleKey(String target, long number) {
        return "sample/" + number % TargetBook.RING + "/" + target;
    }

    private static String bindingKey(String target, String run) {
        return "run/" + run + "/" + target;
    }
}
