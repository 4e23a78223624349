package io.tidemark.web.server;

import io.tidemark.schemas.net.CountedAddress;
import io.tidemark.schemas.net.OpenConnections;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
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
 * Limits connections, in all and of one address. At a limit a new connection takes the place of the one that has waited longest for a request, of
 * the address that has most, so that idle connections keep no caller out. Where requests of all are being answered, a few more are open to the
 * probes alone and end with one answer. Closes a connection that takes too long to send the head of a request or to read an answer, however often it
 * sends or takes a byte: Jetty's own limits count all addresses together, and the time since the last byte, and its {@code minResponseDataRate} is
 * read by nothing. Thread-safe.
 */
final class Connections extends Handler.Wrapper implements Connection.Listener {
    /** Beyond the limits; a further one takes the place of one of them, of the address that has most of these. */
    static final int FOR_PROBES = 32;

    /** Jetty sends an answer in buffers of this size. */
    private static final int BUFFER_BYTES = 32 << 10;

    private final WebLimits limits;
    private final TrustedProxies proxies;
    private final Set<String> probes;
    private final CyclicTimeouts<Open> deadlines;
    private final Map<EndPoint, Open> open = new ConcurrentHashMap<>();
    private final OpenConnections<Open> served = new OpenConnections<>();
    private final OpenConnections<Open> forProbes = new OpenConnections<>();

    /** An open connection of the network. */
    private static final class Open implements CyclicTimeouts.Expirable {
        private final EndPoint network;
        private volatile boolean isForProbes;
        private int requests;
        private boolean awaitsBody;
        /** Until it must have sent a head, or read what was sent. */
        private volatile long untilNanos = Long.MAX_VALUE;

        Open(EndPoint network) {
            this.network = network;
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
            boolean isProxy = proxies.has(remote.getAddress());
            InetAddress address = isProxy ? remote.getAddress() : CountedAddress.of(remote.getAddress());
            add(network, address, isProxy).ifPresent(tooMany -> tooMany.network.close());
        }
    }

    private void await(Open connection, Duration time) {
        connection.untilNanos = CyclicTimeouts.Expirable.calcExpireNanoTime(time.toMillis());
        deadlines.schedule(connection);
    }

    /** Returns the one to be closed, which is no longer counted. */
    private synchronized Optional<Open> add(EndPoint network, InetAddress address, boolean isProxy) {
        Open opened = new Open(network);
        open.put(network, opened);
        served.add(opened, address, isProxy);
        boolean isOver = served.count(address) + forProbes.count(address) > limits.connectionsOfAddress() && !isProxy;
        boolean fits = !isOver && served.size() <= limits.connections();
        Optional<Open> longest = isOver ? served.longestWaiting(address) : served.longestWaiting();
        Optional<Open> tooMany = fits ? Optional.empty() : longest;
        if (!fits && tooMany.isEmpty()) {
            served.remove(opened);
            forProbes.add(opened, address, isProxy);
            opened.isForProbes = true;
        }
        awaitHead(opened);
        if (forProbes.size() > FOR_PROBES) {
            tooMany = forProbes.longestWaiting();
        }
        tooMany.ifPresent(one -> remove(one.network));
        return tooMany;
    }

    /** Whether it waits for a request: no thread answers one. */
    private void place(Open one) {
        (one.isForProbes ? forProbes : served).setWaiting(one, one.requests == 0 || one.awaitsBody);
    }

    private void awaitHead(Open connection) {
        place(connection);
        await(connection, limits.head());
    }

    @Override
    public void onClosed(Connection connection) {
        remove(connection.getEndPoint());
    }

    private synchronized void remove(EndPoint network) {
        Open closed = open.remove(network);
        if (closed == null) {
            return;
        }
        closed.untilNanos = Long.MAX_VALUE;
        served.remove(closed);
        forProbes.remove(closed);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Open connection =
                open.get(network(request.getConnectionMetaData().getConnection().getEndPoint()));
        if (connection == null) {
            return super.handle(request, response, callback); // It was closed meanwhile.
        }
        begin(connection, WholeBodies.hasBody(request));
        Request.addCompletionListener(request, unused -> end(connection));
        if (!connection.isForProbes) {
            return super.handle(new Asked(request, connection), new Answer(request, response, connection), callback);
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

    private synchronized void begin(Open connection, boolean hasBody) {
        connection.requests++;
        connection.awaitsBody = hasBody;
        connection.untilNanos = Long.MAX_VALUE;
        place(connection);
    }

    private synchronized void bodyRead(Open connection) {
        connection.awaitsBody = false;
        place(connection);
    }

    private synchronized void end(Open connection) {
        connection.requests--;
        if (connection.requests == 0 && open.containsKey(connection.network)) {
            awaitHead(connection);
        }
    }

    /** Sees the end of its body. */
    private final class Asked extends Request.Wrapper {
        private final Open connection;

        Asked(Request request, Open connection) {
            super(request);
            this.connection = connection;
        }

        @Override
        public Content.@Nullable Chunk read() {
            Content.@Nullable Chunk chunk = super.read();
            if (chunk != null && chunk.isLast()) {
                bodyRead(connection);
            }
            return chunk;
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
