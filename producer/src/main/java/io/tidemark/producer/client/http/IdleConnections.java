package io.tidemark.producer.client.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Connections that wait for a request. The addresses of the target get requests in turn; of one address the connection that was
 * given back last is taken first. Confined to the client's loop.
 */
final class IdleConnections {
    private final Map<String, Deque<HttpConnection>> byAddress = new LinkedHashMap<>();

    /** It carried a request until now. */
    void putFirst(HttpConnection connection) {
        of(connection).addFirst(connection);
    }

    /** It carried none so far: the oldest of them is taken first. */
    void putLast(HttpConnection connection) {
        of(connection).addLast(connection);
    }

    private Deque<HttpConnection> of(HttpConnection connection) {
        return byAddress.computeIfAbsent(connection.remoteAddress().orElse(""), address -> new ArrayDeque<>());
    }

    /** Takes one of the address whose turn it is; one that has none is passed over. */
    Optional<HttpConnection> take() {
        for (String address : List.copyOf(byAddress.keySet())) {
            Deque<HttpConnection> waiting = byAddress.get(address);
            if (waiting != null && !waiting.isEmpty()) {
                // To the end of the queue of addresses.
                byAddress.remove(address);
                byAddress.put(address, waiting);
                return Optional.of(waiting.removeFirst());
            }
        }
        return Optional.empty();
    }

    int size() {
        return byAddress.values().stream().mapToInt(Deque::size).sum();
    }

    List<HttpConnection> all() {
        List<HttpConnection> all = new ArrayList<>();
        byAddress.values().forEach(all::addAll);
        return all;
    }

    void remove(HttpConnection connection) {
        byAddress.values().forEach(waiting -> waiting.remove(connection));
        byAddress.values().removeIf(Deque::isEmpty);
    }
}
