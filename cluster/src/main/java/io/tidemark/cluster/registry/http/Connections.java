package io.tidemark.cluster.registry.http;

import io.tidemark.schemas.net.CountedAddress;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Limits connections at a time, of one address and in all, and the time for the head of a request, however often a byte of it comes. At a limit a new
 * connection replaces the one that has waited longest for a request, of the address that has most; where none waits, the new one is closed. Used by
 * the event loop of one server alone.
 */
final class Connections implements Handler<HttpConnection> {
    static final int OF_ADDRESS = 256;
    static final int IN_ALL = 1_024;
    static final Duration HEAD = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Duration head;
    private final int ofAddress;
    private final int inAll;
    private final Map<HttpConnection, InetAddress> open = new HashMap<>();
    /** Those without a request, longest first, each with its timer. */
    private final Map<HttpConnection, Long> waiting = new LinkedHashMap<>();

    /** @param head until a request's head is whole, from the beginning of the connection or the end of the answer before */
    Connections(Vertx vertx, Duration head, int ofAddress, int inAll) {
        this.vertx = vertx;
        this.head = head;
        this.ofAddress = ofAddress;
        this.inAll = inAll;
    }

    @Override
    public void handle(HttpConnection connection) {
        InetAddress address = address(connection.remoteAddress());
        Map<InetAddress, Long> held =
                open.values().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        boolean isAddressFull = held.getOrDefault(address, 0L) >= ofAddress;
        if (isAddressFull || open.size() >= inAll) {
            Optional<HttpConnection> longest = waiting.keySet().stream()
                    .filter(one -> !isAddressFull || address.equals(open.get(one)))
                    .max(Comparator.comparing(one -> held.getOrDefault(open.get(one), 0L)));
            if (longest.isEmpty()) {
                connection.close();
                return;
            }
            forget(longest.get());
            longest.get().close();
        }
        open.put(connection, address);
        connection.closeHandler(closed -> forget(connection));
        awaitHead(connection);
    }

    /**
     * A request is handed over. False if its connection was closed for another, or if the client sent it ahead: the answer before is not written yet,
     * and memory would fill with answers that are not read.
     */
    boolean begin(HttpConnection connection) {
        Long timer = waiting.remove(connection);
        return timer != null && vertx.cancelTimer(timer);
    }

    /** The answer is written. */
    void end(HttpConnection connection) {
        if (open.containsKey(connection)) {
            awaitHead(connection);
        }
    }

    /** That limits count a caller by. */
    static InetAddress address(SocketAddress remote) {
        return CountedAddress.of(new InetSocketAddress(remote.hostAddress(), remote.port()).getAddress());
    }

    private void awaitHead(HttpConnection connection) {
        waiting.put(connection, vertx.setTimer(head.toMillis(), late -> connection.close()));
    }

    private void forget(HttpConnection connection) {
        open.remove(connection);
        Long timer = waiting.remove(connection);
        if (timer != null) {
            vertx.cancelTimer(timer);
        }
    }
}
