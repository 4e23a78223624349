package io.tidemark.streams.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a state store whose keys have parts. Parts are joined by a character that sorts before all others, so that no name is the beginning
 * of another.
 */
final class CompositeKeyStore {
    static final char PART = '\u0001';

    private static final char NEXT = '\u0002';

    /** Of each entry, in the heap, beside its key and value. */
    private static final int ENTRY_BYTES = 100;

    private final KeyValueStore<String, byte[]> store;
    private long sizeBytes;

    CompositeKeyStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
        forEach((key, bytes) -> sizeBytes += size(key, bytes));
    }

    /** Of all entries. */
    long sizeBytes() {
        return sizeBytes;
    }

    private static long size(String key, byte @Nullable [] bytes) {
        return bytes == null ? 0 : ENTRY_BYTES + key.length() + bytes.length;
    }

    static String key(String... parts) {
        return String.join(String.valueOf(PART), parts) + PART;
    }

    /** Of a key: what {@link #key} joined, and an empty part after the last. */
    static List<String> parts(String key) {
        return List.of(key.split(String.valueOf(PART), -1));
    }

    Optional<byte[]> bytes(String key) {
        return Optional.ofNullable(store.get(key));
    }

    void write(String key, byte[] bytes) {
        sizeBytes += size(key, bytes) - size(key, store.get(key));
        store.put(key, bytes);
    }

    void delete(String key) {
        sizeBytes -= size(key, store.delete(key));
    }

    /** Shows the entries under a prefix in the order of their keys. */
    void forEach(String prefix, BiConsumer<String, byte[]> entry) {
        try (KeyValueIterator<String, byte[]> entries = range(prefix)) {
            entries.forEachRemaining(it -> entry.accept(it.key, it.value));
        }
    }

    /** Shows all entries. */
    void forEach(BiConsumer<String, byte[]> entry) {
        try (KeyValueIterator<String, byte[]> entries = store.all()) {
            entries.forEachRemaining(it -> entry.accept(it.key, it.value));
        }
    }

    /** The first key under a prefix. */
    Optional<String> firstUnder(String prefix) {
        try (KeyValueIterator<String, byte[]> entries = range(prefix)) {
            return entries.hasNext() ? Optional.of(entries.peekNextKey()) : Optional.empty();
        }
    }

    /** The part that follows a prefix, of the first key in which that part sorts after {@code part}; after an empty one, of the first key. */
    Optional<String> partAfter(String prefix, String part) {
        String from = part.isEmpty() ? prefix : prefix + part + NEXT;
        try (KeyValueIterator<String, byte[]> entries = store.range(from, end(prefix))) {
            return entries.hasNext()
                    ? Optional.of(entries.peekNextKey())
                            .map(key -> key.substring(prefix.length(), key.indexOf(PART, prefix.length())))
                    : Optional.empty();
        }
    }

    /** Entries under a prefix get another one. */
    void move(String prefix, String to) {
        Map<String, byte[]> moved = new HashMap<>();
        forEach(prefix, moved::put);
        moved.forEach((key, bytes) -> {
            write(to + key.substring(prefix.length()), bytes);
            delete(key);
        });
    }

    void drop(String prefix) {
        dropIf(range(prefix), (key, bytes) -> true);
    }

    /** Drops what is marked as dropped under a prefix. */
    void dropIf(String prefix, BiPredicate<String, byte[]> isDropped) {
        dropIf(range(prefix), isDropped);
    }

    /** Drops what is marked as dropped of all entries; returns their keys. */
    List<String> dropIf(BiPredicate<String, byte[]> isDropped) {
        return dropIf(store.all(), isDropped);
    }

    private List<String> dropIf(KeyValueIterator<String, byte[]> from, BiPredicate<String, byte[]> isDropped) {
        List<String> keys = new ArrayList<>();
        try (from) {
            while (from.hasNext()) {
                KeyValue<String, byte[]> entry = from.next();
                if (isDropped.test(entry.key, entry.value)) {
                    keys.add(entry.key);
                }
            }
        }
        keys.forEach(this::delete);
        return keys;
    }

    private KeyValueIterator<String, byte[]> range(String prefix) {
        return store.range(prefix, end(prefix));
    }

    private static String end(String prefix) {
        return prefix.substring(0, prefix.length() - 1) + NEXT;
    }
}
