package io.tidemark.producer.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one client: the last one given back is the first one taken. A kept-alive connection that fails before a
 * byte of the answer came was closed by the server while idle; the server never saw the request, which is sent once more on
 * a new connection and says so in its attempts.
 */
final class Connections implements Connection.Carrier {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final int MOST_ATTEMPTS = 2;
    private static final int MOST_LINE_BYTES = 8192;
    private static final int MOST_HEAD_BYTES = 64 << 10;
    private static final int MOST_PART_BYTES = 64 << 10;

    private final Setting setting;
    private final RequestHead head;
    private final Bootstrap bootstrap;
    private final Optional<SslContext> tls;
    private final BiConsumer<Call, Ending> over;
    private final Deque<Connection> idle = new ArrayDeque<>();

    /** What connections are made of. */
    record Setting(EventLoop loop, Endpoint endpoint, ClientOptions options, NanoClock clock) {}

    Connections(Setting setting, BiConsumer<Call, Ending> over) {
        this.setting = setting;
        this.over = over;
        this.head = new RequestHead(setting.endpoint(), setting.options().apiKey());
        this.tls = setting.endpoint().tls() ? Optional.of(tls(setting.options())) : Optional.empty();
        this.bootstrap = new Bootstrap()
                .group(setting.loop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        setting.options().timeouts().connect().toMillis());
    }

    private static SslContext tls(ClientOptions options) {
        return options.tls().orElseGet(() -> {
            try {
                return SslContextBuilder.forClient().build();
            } catch (SSLException e) {
                throw new IllegalStateException("this platform offers no TLS", e);
            }
        });
    }

    void carry(Call call) {
        for (Connection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            if (kept.isUsable()) {
                kept.carry(call, true);
                return;
            }
        }
        connect(call);
    }

    private void connect(Call call) {
        if (setting.endpoint().address().isUnresolved()) {
            String text = "the name " + setting.endpoint().host() + " could not be resolved";
            over.accept(call, Ending.client(Outcome.DNS, "dns", text));
            return;
        }
        call.connecting(setting.clock().nanos());
        ReadStamp stamp = new ReadStamp(setting.clock());
        ChannelFuture connected = bootstrap
                .clone()
                .handler(pipeline(stamp))
                .connect(setting.endpoint().address());
        connected.addListener(done -> {
            if (done.isSuccess()) {
                connected(call, connected.channel());
            } else {
                over.accept(call, Failures.of(done.cause()));
            }
        });
    }

    private ChannelInitializer<Channel> pipeline(ReadStamp stamp) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline().addLast(stamp);
                tls.ifPresent(context -> channel.pipeline().addLast(tlsHandler(context, channel)));
                channel.pipeline()
                        .addLast(new HttpClientCodec(MOST_LINE_BYTES, MOST_HEAD_BYTES, MOST_PART_BYTES))
                        .addLast(new Connection(channel, stamp, Connections.this));
            }
        };
    }

    private SslHandler tlsHandler(SslContext context, Channel channel) {
        SslHandler handler = context.newHandler(
                channel.alloc(), setting.endpoint().host(), setting.endpoint().port());
        handler.setHandshakeTimeoutMillis(setting.options().timeouts().connect().toMillis());
        return handler;
    }

    private void connected(Call call, Channel channel) {
        call.connected(setting.clock().nanos(), tls.isPresent());
        Connection connection = channel.pipeline().get(Connection.class);
        if (tls.isEmpty()) {
            carryNew(call, connection);
            return;
        }
        channel.pipeline().get(SslHandler.class).handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                call.secured(setting.clock().nanos());
                carryNew(call, connection);
            } else {
                connection.close();
                over.accept(call, Failures.of(done.cause()));
            }
        });
    }

    private static void carryNew(Call call, Connection connection) {
        if (call.hasEnded()) {
            connection.close();
        } else {
            connection.carry(call, false);
        }
    }

    @Override
    public void released(Connection connection) {
        idle.addFirst(connection);
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
        if (call.wasSentOnKeptAlive() && !call.answer().hasBegun() && call.attempts() < MOST_ATTEMPTS) {
            LOG.debug(
                    "request {} met a closed kept-alive connection; sending it on a new one",
                    call.request().id());
            connect(call);
            return;
        }
        over.accept(call, call.cutOff(ending));
    }

    @Override
    public RequestHead head() {
        return head;
    }
}
