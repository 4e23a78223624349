package io.tidemark.producer.client.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.proxy.ProxyConnectionEvent;
import io.netty.handler.proxy.ProxyHandler;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.tidemark.events.Outcome;
import io.tidemark.producer.client.FailureClassifier;
import io.tidemark.producer.openai.RequestOutcome;
import io.tidemark.producer.plan.ConnectionPlan.Version;
import io.tidemark.schemas.ValueText;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection on its way. All of it, from look-up to handshake, is within the connect timeout. Confined to the loop. */
final class ConnectionAttempt {
    private static final String HANDSHAKE = "handshake";

    private final Connector connector;
    private final Connector.ConnectorConfig setting;
    private final ConnectListener opening;
    private String waitsFor = "the name was being looked up";
    private @Nullable Channel channel;
    private @Nullable ScheduledFuture<?> deadline;
    private boolean over;

    ConnectionAttempt(Connector connector, ConnectListener opening) {
        this.connector = connector;
        this.setting = connector.setting();
        this.opening = opening;
    }

    void start() {
        opening.connecting(setting.clock().nanos());
        long nanos = setting.options().timeouts().connect().toNanos();
        deadline = setting.loop().schedule(() -> fail(late(nanos)), nanos, TimeUnit.NANOSECONDS);
    }

    void found(NameLookup.Found found) {
        if (over) {
            return;
        }
        if (found.addresses().isEmpty()) {
            String host = setting.plan()
                    .proxy()
                    .map(proxy -> "proxy " + proxy.host())
                    .orElse(setting.endpoint().host());
            fail(RequestOutcome.client(Outcome.DNS, "dns", "the name " + host + " could not be resolved"));
            return;
        }
        connect(found.addresses());
    }

    /** One address after the other, as long as they refuse. */
    private void connect(List<InetSocketAddress> addresses) {
        waitsFor = "the server had not accepted the connection";
        ReadTimestampHandler stamp = new ReadTimestampHandler(setting.clock(), setting.turns());
        ChannelFuture connecting = connector.connect(addresses.get(0), stamp);
        boolean hasSocket = !connecting.isDone() || connecting.isSuccess();
        channel = hasSocket ? connecting.channel() : null;
        connecting.addListener(done -> onLoop(() -> connectEnded(connecting, stamp, addresses)));
    }

    private void connectEnded(ChannelFuture connecting, ReadTimestampHandler stamp, List<InetSocketAddress> addresses) {
        if (connecting.isSuccess()) {
            if (over) {
                shut(connecting.channel());
            } else {
                reached(connecting.channel(), stamp);
            }
        } else if (!over && connecting.cause() instanceof ConnectException && addresses.size() > 1) {
            connect(addresses.subList(1, addresses.size()));
        } else {
            fail(FailureClassifier.classify(connecting.cause()));
        }
    }

    /** A channel that could not be made, as without a file handle, has no loop: Netty reports it on a thread of its own. */
    private void onLoop(Runnable task) {
        if (setting.loop().inEventLoop()) {
            task.run();
        } else {
            setting.loop().execute(task);
        }
    }

    /** Something of the client itself went wrong while it was opened. */
    void connectFailed(Throwable thrown) {
        fail(FailureClassifier.classify(thrown));
    }

    private void reached(Channel reached, ReadTimestampHandler stamp) {
        ProxyHandler tunnel = reached.pipeline().get(ProxyHandler.class);
        if (tunnel == null) {
            connected(reached, stamp);
            return;
        }
        waitsFor = "the proxy had not connected to the target";
        reached.pipeline().addLast(new TunnelWatch(stamp));
        tunnel.connectFuture().addListener(done -> {
            if (!done.isSuccess()) {
                fail(FailureClassifier.classifyProxy(done.cause()));
            }
        });
    }

    private void connected(Channel connected, ReadTimestampHandler stamp) {
        if (over) {
            shut(connected);
            return;
        }
        opening.connected(setting.clock().nanos(), connector.tls().isPresent());
        connector.tls().ifPresentOrElse(context -> shakeHands(context, connected, stamp), () -> open(connected, stamp));
    }

    private void shakeHands(SslContext context, Channel connected, ReadTimestampHandler stamp) {
        waitsFor = "the TLS handshake had not ended";
        SslHandler handler = context.newHandler(
                connected.alloc(), setting.endpoint().host(), setting.endpoint().port());
        // The deadline of the attempt covers the handshake.
        handler.setHandshakeTimeoutMillis(0);
        // Adding the handler begins the handshake, so the listener for its end is added first.
        connected.pipeline().addLast(HANDSHAKE, new Handshake(handler, stamp)).addBefore(HANDSHAKE, null, handler);
    }

    private void secured(SslHandler handler, Channel connected, ReadTimestampHandler stamp) {
        if (over) {
            shut(connected);
            return;
        }
        opening.tlsEstablished(setting.clock().nanos());
        boolean wantsHttp2 = setting.plan().http().version() == Version.HTTP_2;
        if (wantsHttp2 && !ApplicationProtocolNames.HTTP_2.equals(handler.applicationProtocol())) {
            fail(RequestOutcome.client(
                    Outcome.TLS, "no_http2", "the server did not choose HTTP/2 in the TLS handshake"));
            return;
        }
        open(connected, stamp);
    }

    private void open(Channel ready, ReadTimestampHandler stamp) {
        finish();
        opening.connectionOpened(ready, stamp);
    }

    private void fail(RequestOutcome ending) {
        if (over) {
            return;
        }
        finish();
        if (channel != null) {
            shut(channel);
        }
        opening.failed(ending);
    }

    private void finish() {
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    private RequestOutcome late(long nanos) {
        return RequestOutcome.client(
                Outcome.CONNECT_TIMEOUT,
                "connect_timeout",
                "no connection within " + ValueText.duration(Duration.ofNanos(nanos)) + ": " + waitsFor);
    }

    private static void shut(Channel channel) {
        // Nothing waits for the end of a closing.
        var unused = channel.close();
    }

    /** Hears that the tunnel stands before any byte that came through it is passed on. */
    private final class TunnelWatch extends ChannelInboundHandlerAdapter {
        private final ReadTimestampHandler stamp;

        TunnelWatch(ReadTimestampHandler stamp) {
            this.stamp = stamp;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof ProxyConnectionEvent) {
                connected(context.channel(), stamp);
                context.pipeline().remove(this);
                return;
            }
            context.fireUserEventTriggered(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // The tunnel's future fails with it.
        }
    }

    /** Hears of the handshake's end before any byte that comes with it is passed on. */
    private final class Handshake extends ChannelInboundHandlerAdapter {
        private final SslHandler handler;
        private final ReadTimestampHandler stamp;

        Handshake(SslHandler handler, ReadTimestampHandler stamp) {
            this.handler = handler;
            this.stamp = stamp;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (!(event instanceof SslHandshakeCompletionEvent done)) {
                context.fireUserEventTriggered(event);
                return;
            }
            if (done.isSuccess()) {
                context.pipeline().remove(this);
                secured(handler, context.channel(), stamp);
            } else {
                fail(FailureClassifier.classify(done.cause()));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            fail(FailureClassifier.classify(cause));
        }
    }
}
