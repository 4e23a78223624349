package io.tidemark.web.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.CyclicTimeouts;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Limits connections, in all and of one address. A few beyond the limits are open to the probes alone and end with one answer, so that strangers who hold
 * all others keep no probe out. Closes a connection that takes too long for the head of a request, however often it sends a byte: Jetty's own limits count
 * all addresses together, and the time since the last byte. Thread-safe.
 */
final class Connections extends Handler.Wrapper implements Connection.Listener {
    /** Beyond the limits; a further one ends the one that has waited longest. */
    static final int FOR_PROBES = 32;

    private final WebLimits limits;
    private final TrustedProxies proxies;
    private final Set<String> probes;
    private final CyclicTimeouts<Open> heads;
    private final Map<EndPoint, Open> open = new ConcurrentHashMap<>();
    private final Map<InetAddress, Integer> ofAddress = new HashMap<>();
    private final Set<Open> forProbes = new LinkedHashSet<>();
    private int others;

    /** An open connection of the network. */
    private static final class Open implements CyclicTimeouts.Expirable {
        private final EndPoint network;
        private final InetAddress address;
        private boolean isForProbes;
        private int requests;
        private volatile long headUntilNanos;

        Open(EndPoint network, InetAddress address) {
            this.network = network;
            this.address = address;
        }

        @Override
        public long getExpireNanoTime() {
            return headUntilNanos;
        }
    }

    /** @param probes paths */
    Connections(WebLimits limits, TrustedProxies proxies, Set<String> probes, Scheduler scheduler) {
        this.limits = limits;
        this.proxies = proxies;
        this.probes = Set.copyOf(probes);
        this.heads = new CyclicTimeouts<>(scheduler) {
            @Override
            protected Iterator<Open> iterator() {
                return open.values().iterator();
            }

            @Override
            protected boolean onExpired(Open connection) {
                connection.network.close();
                return false; // onClosed takes it out.
            }
        };
    }

    /** Not of what TLS carries, which is opened within a connection of the network. */
    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint() instanceof SocketChannelEndPoint network
                && network.getRemoteSocketAddress() instanceof InetSocketAddress remote) {
            Open opened = new Open(network, remote.getAddress());
            awaitHead(opened);
            add(opened).ifPresent(tooMany -> tooMany.network.close());
        }
    }

    private void awaitHead(Open connection) {
        connection.headUntilNanos =
                CyclicTimeouts.Expirable.calcExpireNanoTime(limits.head().toMillis());
        heads.schedule(connection);
    }

    /** Returns the one to be closed. */
    private synchronized Optional<Open> add(Open opened) {
        open.put(opened.network, opened);
        int ofIts = ofAddress.merge(opened.address, 1, Integer::sum);
        boolean isOver = ofIts > limits.connectionsOfAddress() && !proxies.has(opened.address);
        if (others < limits.connections() && !isOver) {
            others++;
            return Optional.empty();
        }
        opened.isForProbes = true;
        forProbes.add(opened);
        return forProbes.size() <= FOR_PROBES
                ? Optional.empty()
                : forProbes.stream().filter(one -> one.requests == 0).findFirst();
    }

    /** A closed connection does not know its address. */
    @Override
    public synchronized void onClosed(Connection connection) {
        Open closed = open.remove(connection.getEndPoint());
        if (closed == null) {
            return;
        }
        closed.headUntilNanos = Long.MAX_VALUE;
        ofAddress.computeIfPresent(closed.address, (unused, count) -> count == 1 ? null : count - 1);
        if (closed.isForProbes) {
            forProbes.remove(closed);
        } else {
            others--;
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Open connection =
                open.get(network(request.getConnectionMetaData().getConnection().getEndPoint()));
        if (connection == null) {
            return super.handle(request, response, callback); // It was closed meanwhile.
        }
        begin(connection);
        Request.addCompletionListener(request, unused -> end(connection));
        if (!connection.isForProbes) {
            return super.handle(request, response, callback);
        }
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
        if (probes.contains(Request.getPathInContext(request))) {
            return super.handle(request, response, callback);
        }
        Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503, rule());
        return true;
    }

    private String rule() {
        return "at most " + limits.connections() + " connections are served at a time, and "
                + limits.connectionsOfAddress() + " of one address; this one is for probes alone";
    }

    private static EndPoint network(EndPoint endPoint) {
        return endPoint instanceof EndPoint.Wrapper carried ? network(carried.unwrap()) : endPoint;
    }

    private synchronized void begin(Open connection) {
        connection.requests++;
        connection.headUntilNanos = Long.MAX_VALUE;
    }

    private synchronized void end(Open connection) {
        connection.requests--;
        if (connection.requests == 0 && open.containsKey(connection.network)) {
            awaitHead(connection);
        }
    }
}
