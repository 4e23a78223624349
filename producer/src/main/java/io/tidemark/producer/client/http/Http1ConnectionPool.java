package io.tidemark.producer.client.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.tidemark.producer.client.Call;
import io.tidemark.producer.client.RequestHead;
import io.tidemark.producer.client.Transport;
import io.tidemark.producer.openai.RequestOutcome;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP/1.1 connections of one client; the addresses of the target's name get requests in turn. A request that met a
 * kept-alive connection which the server had closed while it was idle is sent once more on a new connection and says so.
 */
final class Http1ConnectionPool implements Transport, HttpConnection.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(Http1ConnectionPool.class);
    private static final int MAX_LINE_BYTES = 8192;
    private static final int MAX_HEAD_BYTES = 64 << 10;
    private static final int MAX_PART_BYTES = 64 << 10;
    private static final long SWEEP_SECONDS = 1;

    private final Connector connector;
    private final RequestHead head;
    private final BiConsumer<Call, RequestOutcome> over;
    private final IdleConnections idle = new IdleConnections();
    private final ScheduledFuture<?> sweep;
    private int opening;

    Http1ConnectionPool(Connector connector, BiConsumer<Call, RequestOutcome> over) {
        this.connector = connector;
        this.over = over;
        this.head = connector.setting().head();
        this.sweep = connector
                .setting()
                .loop()
                .scheduleAtFixedRate(this::closeStale, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void execute(Call call) {
        Optional<HttpConnection> kept = connector.hasUntriedAddress() ? Optional.empty() : acquireIdle();
        kept.ifPresentOrElse(
                connection -> connection.execute(call, true), () -> connector.open(new RequestConnectListener(call)));
    }

    private Optional<HttpConnection> acquireIdle() {
        long now = nanos();
        for (Optional<HttpConnection> kept = idle.take(); kept.isPresent(); kept = idle.take()) {
            if (kept.get().isUsable(now)) {
                return kept;
            }
            kept.get().close();
        }
        return Optional.empty();
    }

    @Override
    public void openAhead(int requests) {
        for (int missing = requests - idle.size() - opening; missing > 0; missing--) {
            opening++;
            connector.setting().turns().send(() -> connector.open(new UnassignedConnectListener()));
        }
    }

    @Override
    public int connectionsOpening() {
        return opening;
    }

    private void closeStale() {
        long now = nanos();
        for (HttpConnection waiting : idle.all()) {
            if (!waiting.isUsable(now)) {
                idle.remove(waiting);
                waiting.close();
            }
        }
    }

    @Override
    public long nanos() {
        return connector.setting().clock().nanos();
    }

    @Override
    public void released(HttpConnection connection) {
        idle.putFirst(connection);
    }

    @Override
    public void closed(HttpConnection connection) {
        idle.remove(connection);
    }

    @Override
    public void requestEnded(Call call, RequestOutcome ending) {
        over.accept(call, ending);
    }

    @Override
    public void requestLost(Call call, RequestOutcome ending) {
        if (call.mayRetryTransparently(ending, nanos())) {
            LOG.debug(
                    "request {} met a closed kept-alive connection; sending it on a new one",
                    call.request().id());
            call.retryTransparently();
            connector.open(new RequestConnectListener(call));
            return;
        }
        over.accept(call, call.outcomeOfDisconnect(ending));
    }

    @Override
    public RequestHead head() {
        return head;
    }

    @Override
    public void close() {
        sweep.cancel(false);
        connector.close();
    }

    private HttpConnection newConnection(Channel channel, ReadTimestampHandler stamp) {
        HttpConnection connection = new HttpConnection(channel, stamp, HttpConnection.Kind.HTTP_1_CONNECTION, this);
        channel.pipeline()
                .addLast(new HttpClientCodec(MAX_LINE_BYTES, MAX_HEAD_BYTES, MAX_PART_BYTES))
                .addLast(connection);
        return connection;
    }

    /** A new connection for whichever request comes; the oldest of them is taken first. */
    private final class UnassignedConnectListener implements ConnectListener {
        @Override
        public void connecting(long nanos) {
            // No request waits for it.
        }

        @Override
        public void connected(long nanos, boolean tls) {
            // No request waits for it.
        }

        @Override
        public void tlsEstablished(long nanos) {
            // No request waits for it.
        }

        @Override
        public void connectionOpened(Channel channel, ReadTimestampHandler stamp) {
            opening--;
            HttpConnection connection = newConnection(channel, stamp);
            connection.openedAhead(nanos());
            idle.putLast(connection);
        }

        @Override
        public void failed(RequestOutcome ending) {
            opening--;
            LOG.debug("a connection could not be opened ahead: {}", ending.failure());
        }
    }

    /** A new connection for one request. */
    private final class RequestConnectListener implements ConnectListener {
        private final Call call;

        RequestConnectListener(Call call) {
            this.call = call;
        }

        @Override
        public void connecting(long nanos) {
            call.connecting(nanos);
        }

        @Override
        public void connected(long nanos, boolean tls) {
            call.connected(nanos, tls);
        }

        @Override
        public void tlsEstablished(long nanos) {
            call.tlsEstablished(nanos);
        }

        @Override
        public void connectionOpened(Channel channel, ReadTimestampHandler stamp) {
            HttpConnection connection = newConnection(channel, stamp);
            if (call.hasEnded()) {
                connection.close();
            } else {
                connection.execute(call, false);
            }
        }

        @Override
        public void failed(RequestOutcome ending) {
            over.accept(call, ending);
        }
    }
}
