package io.tidemark.producer.client.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.RequestHead;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.schemas.time.NanoClock;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;

/** Opens connections: looks the name up, connects, passes the proxy, shakes hands. Confined to the client's loop. */
final class Connector implements AutoCloseable {
    private final ConnectorConfig setting;
    private final Bootstrap bootstrap;
    private final NameLookup names;
    private final Optional<SslContext> tls;

    /** When things are stamped, and when what was read is parsed. */
    record Time(NanoClock clock, LoopWorkQueue workQueue) {}

    /** What connections are made of. */
    record ConnectorConfig(
            EventLoop loop, TargetEndpoint endpoint, ClientOptions options, Time time, NameLookup.Resolver resolver) {
        NanoClock clock() {
            return time.clock();
        }

        LoopWorkQueue turns() {
            return time.workQueue();
        }

        ConnectionPlan plan() {
            return options.connection();
        }

        RequestHead head() {
            return new RequestHead(endpoint, options);
        }
    }

    /** @throws TlsSetupException if the files that the plan names for TLS are not as they should be */
    Connector(ConnectorConfig setting) {
        this.setting = setting;
        this.tls = setting.endpoint().tls() ? Optional.of(TlsContexts.of(setting.plan())) : Optional.empty();
        this.names = setting.plan()
                .proxy()
                .map(proxy -> names(proxy.host(), proxy.port()))
                .orElseGet(() ->
                        names(setting.endpoint().host(), setting.endpoint().port()));
        this.bootstrap = new Bootstrap()
                .group(setting.loop())
                .channel(NioSocketChannel.class)
                .disableResolver()
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0);
    }

    private NameLookup names(String host, int port) {
        return new NameLookup(setting.loop(), setting.resolver(), InetSocketAddress.createUnresolved(host, port));
    }

    /** Whether the target's name has an address that no connection was opened to yet. */
    boolean hasUntriedAddress() {
        return names.hasUntried();
    }

    ConnectorConfig setting() {
        return setting;
    }

    Optional<SslContext> tls() {
        return tls;
    }

    void open(ConnectListener opening) {
        ConnectionAttempt attempt = new ConnectionAttempt(this, opening);
        attempt.start();
        try {
            names.find(attempt::found);
        } catch (RuntimeException | OutOfMemoryError e) {
            // The calls that wait for the connection must be notified.
            attempt.connectFailed(e);
        }
    }

    /** A channel on its way to that address, with nothing but the stamp and, where there is one, the tunnel. */
    ChannelFuture connect(SocketAddress address, ReadTimestampHandler stamp) {
        Optional<ProxyTunnel> tunnel = ProxyTunnel.needed(setting, address);
        return bootstrap
                .clone()
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(stamp);
                        tunnel.ifPresent(needed -> channel.pipeline().addLast(needed.handler()));
                    }
                })
                .connect(tunnel.map(ProxyTunnel::destination).orElse(address));
    }

    @Override
    public void close() {
        names.close();
    }
}
