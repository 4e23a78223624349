package io.tidemark.web.server;

import io.tidemark.schemas.net.CountedAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
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
import org.jspecify.annotations.Nullable;

/**
 * Limits connections, in all and of one address. A few beyond the limits are open to the probes alone and end with one answer, so that strangers who hold
 * all others keep no probe out. Closes a connection that takes too long to send the head of a request or to read an answer, however often it sends or takes
 * a byte: Jetty's own limits count all addresses together, and the time since the last byte, and its {@code minResponseDataRate} is read by nothing.
 * Thread-safe.
 */
final class Connections extends Handler.Wrapper implements Connection.Listener {
    /** Beyond the limits; a further one ends the one that has waited longest. */
    static final int FOR_PROBES = 32;

    /** Jetty sends an answer in buffers of this size. */
    private static final int BUFFER_BYTES = 32 << 10;

    private final WebLimits limits;
    private final TrustedProxies proxies;
    private final Set<String> probes;
    private final CyclicTimeouts<Open> deadlines;
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
        /** Until it must have sent a head, or read what was sent. */
        private volatile long untilNanos = Long.MAX_VALUE;

        Open(EndPoint network, InetAddress address) {
            this.network = network;
            this.address = address;
        }

        @Override
        public long getExpireNanoTime() {
            return untilNanos;
        }
    }

    /** @param probes paths */
    Connections(WebLimits limits, TrustedProxies proxies, Set<String> probes, Scheduler scheduler) {
        this.limits = limits;
        this.proxies = proxies;
        this.probes = Set.copyOf(probes);
        this.deadlines = new CyclicTimeouts<>(scheduler) {
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
        await(connection, limits.head());
    }

    private void await(Open connection, Duration time) {
        connection.untilNanos = CyclicTimeouts.Expirable.calcExpireNanoTime(time.toMillis());
        deadlines.schedule(connection);
    }

    /** Returns the one to be closed. */
    private synchronized Optional<Open> add(Open opened) {
        open.put(opened.network, opened);
        int ofIts = ofAddress.merge(CountedAddress.of(opened.address), 1, Integer::sum);
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
        closed.untilNanos = Long.MAX_VALUE;
        ofAddress.computeIfPresent(CountedAddress.of(closed.address), (unused, count) -> count == 1 ? null : count - 1);
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
            return super.handle(request, new Answer(request, response, connection), callback);
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
        connection.untilNanos = Long.MAX_VALUE;
    }

    private synchronized void end(Open connection) {
        connection.requests--;
        if (connection.requests == 0 && open.containsKey(connection.network)) {
            awaitHead(connection);
        }
    }

    /** Of each part that it sends, the time is bounded until the caller has it: a thread waits for that. */
    private final class Answer extends Response.Wrapper {
        private final Open connection;

        Answer(Request request, Response response, Open connection) {
            super(request, response);
            this.connection = connection;
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer part, Callback callback) {
            int buffers = part == null ? 1 : 1 + part.remaining() / BUFFER_BYTES;
            await(connection, limits.answer().multipliedBy(buffers));
            super.write(last, part, Callback.from(() -> connection.untilNanos = Long.MAX_VALUE, callback));
        }
    }
}
