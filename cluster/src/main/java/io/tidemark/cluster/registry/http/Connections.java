package io.tidemark.cluster.registry.http;

import io.tidemark.schemas.net.CountedAddress;
import io.tidemark.schemas.net.OpenConnections;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

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
    private final OpenConnections<HttpConnection> open = new OpenConnections<>();
    /** Of those without a request. */
    private final Map<HttpConnection, Long> timers = new HashMap<>();

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
        open.add(connection, address, false);
        boolean isAddressFull = open.count(address) > ofAddress;
        if (isAddressFull || open.size() > inAll) {
            HttpConnection longest =
                    (isAddressFull ? open.longestWaiting(address) : open.longestWaiting()).orElse(connection);
            forget(longest);
            longest.close();
            if (longest.equals(connection)) {
                return;
            }
        }
        connection.closeHandler(closed -> forget(connection));
        awaitHead(connection);
    }

    /**
     * A request is handed over. False if its connection was closed for another, or if the client sent it ahead: the answer before is not written yet,
     * and memory would fill with answers that are not read.
     */
    boolean begin(HttpConnection connection) {
        open.setWaiting(connection, false);
        Long timer = timers.remove(connection);
        return timer != null && vertx.cancelTimer(timer);
    }

    /** The answer is written. */
    void end(HttpConnection connection) {
        if (open.contains(connection)) {
            awaitHead(connection);
        }
    }

    /** That limits count a caller by. */
    static InetAddress address(SocketAddress remote) {
        return CountedAddress.of(new InetSocketAddress(remote.hostAddress(), remote.port()).getAddress());
    }

    private void awaitHead(HttpConnection connection) {
        open.setWaiting(connection, true);
        timers.put(connection, vertx.setTimer(head.toMillis(), late -> connection.close()));
    }

    private void forget(HttpConnection connection) {
        open.remove(connection);
        Long timer = timers.remove(connection);
        if (timer != null) {
            vertx.cancelTimer(timer);
        }
    }
}
