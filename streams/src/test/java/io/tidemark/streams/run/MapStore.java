package io.tidemark.streams.run;

import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** What a task's store holds between two lives of it, with as much of its interface as runs use. */
public final class MapStore {
    private final NavigableMap<String, byte[]> entries = new TreeMap<>();

    /** Over a copy, as each is at its time. */
    private record Entries(Iterator<Map.Entry<String, byte[]>> left) implements KeyValueIterator<String, byte[]> {
        static Entries of(Map<String, byte[]> entries) {
            return new Entries(new TreeMap<>(entries).entrySet().iterator());
        }

        @Override
        public boolean hasNext() {
            return left.hasNext();
        }

        @Override
        public KeyValue<String, byte[]> next() {
            Map.Entry<String, byte[]> next = left.next();
            return KeyValue.pair(next.getKey(), next.getValue());
        }

        @Override
        public String peekNextKey() {
            throw new UnsupportedOperationException("nobody peeks");
        }

        @Override
        public void close() {}
    }

    @SuppressWarnings("unchecked")
    public // a proxy is of the interface that it is asked for
    KeyValueStore<String, byte[]> store() {
        return (KeyValueStore<String, byte[]>) Proxy.newProxyInstance(
                MapStore.class.getClassLoader(),
                new Class<?>[] {KeyValueStore.class},
                (proxy, method, given) -> call(method.getName(), given));
    }

    private Object call(String name, Object[] given) {
        return switch (name) {
            case "get" -> entries.get((String) given[0]);
            case "put" -> entries.put((String) given[0], (byte[]) given[1]);
            case "delete" -> entries.remove((String) given[0]);
            case "all" -> Entries.of(entries);
            case "range" -> Entries.of(entries.subMap((String) given[0], true, (String) given[1], true));
            default -> throw new UnsupportedOperationException(name);
        };
    }

    /** How many entries begin with something. */
    public long count(String prefix) {
        return entries.keySet().stream().filter(key -> key.startsWith(prefix)).count();
    }

    void clear() {
        entries.clear();
    }
}
