package io.tidemark.producer.client;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpClientCodec;
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
final class Connections implements Transport, Connection.Carrier {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final int MOST_LINE_BYTES = 8192;
    private static final int MOST_HEAD_BYTES = 64 << 10;
    private static final int MOST_PART_BYTES = 64 << 10;
    private static final long SWEEP_SECONDS = 1;

    private final Connector connector;
    private final RequestHead head;
    private final BiConsumer<Call, Ending> over;
    private final IdleConnections idle = new IdleConnections();
    private final ScheduledFuture<?> sweep;
    private int opening;

    Connections(Connector connector, BiConsumer<Call, Ending> over) {
        this.connector = connector;
        this.over = over;
        this.head = connector.setting().head();
        this.sweep = connector
                .setting()
                .loop()
                .scheduleAtFixedRate(this::closeStale, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void carry(Call call) {
        Optional<Connection> kept = connector.hasUntriedAddress() ? Optional.empty() : usable();
        kept.ifPresentOrElse(connection -> connection.carry(call, true), () -> connector.open(new ForOne(call)));
    }

    private Optional<Connection> usable() {
        long now = nanos();
        for (Optional<Connection> kept = idle.take(); kept.isPresent(); kept = idle.take()) {
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
            connector.setting().turns().send(() -> connector.open(new Ahead()));
        }
    }

    @Override
    public int opening() {
        return opening;
    }

    private void closeStale() {
        long now = nanos();
        for (Connection waiting : idle.all()) {
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
    public void released(Connection connection) {
        idle.putFirst(connection);
    }

    @Override
    public void closed(Connection connection) {
        idle.remove(connection);
    }

    @Override
    public void ended(Call call, Ending ending) {
        over.accept(call, ending);
    }

    @Override
    public void lost(Call call, Ending ending) {
        if (call.mayBeSentAnew(ending, nanos())) {
            LOG.debug(
                    "request {} met a closed kept-alive connection; sending it on a new one",
                    call.request().id());
            call.sendAnew();
            connector.open(new ForOne(call));
            return;
        }
        over.accept(call, call.cutOff(ending));
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

    private Connection speakingHttp(Channel channel, ReadStamp stamp) {
        Connection connection = new Connection(channel, stamp, Connection.Kind.WHOLE, this);
        channel.pipeline()
                .addLast(new HttpClientCodec(MOST_LINE_BYTES, MOST_HEAD_BYTES, MOST_PART_BYTES))
                .addLast(connection);
        return connection;
    }

    /** A new connection for whichever request comes; the oldest of them is taken first. */
    private final class Ahead implements Opening {
        @Override
        public void connecting(long nanos) {
            // No request waits for it.
        }

        @Override
        public void connected(long nanos, boolean tls) {
            // No request waits for it.
        }

        @Override
        public void secured(long nanos) {
            // No request waits for it.
        }

        @Override
        public void open(Channel channel, ReadStamp stamp) {
            opening--;
            Connection connection = speakingHttp(channel, stamp);
            connection.openedAhead(nanos());
            idle.putLast(connection);
        }

        @Override
        public void failed(Ending ending) {
            opening--;
            LOG.debug("a connection could not be opened ahead: {}", ending.failure());
        }
    }

    /** A new connection for one request. */
    private final class ForOne implements Opening {
        private final Call call;

        ForOne(Call call) {
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
        public void secured(long nanos) {
            call.secured(nanos);
        }

        @Override
        public void open(Channel channel, ReadStamp stamp) {
            Connection connection = speakingHttp(channel, stamp);
            if (call.hasEnded()) {
                connection.close();
            } else {
                connection.carry(call, false);
            }
        }

        @Override
        public void failed(Ending ending) {
            over.accept(call, ending);
        }
    }
}
