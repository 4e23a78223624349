package io.tidemark.producer.testing;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** An HTTP/2 server on loopback that answers every request with the same stream, or resets the first ones. */
public final class Http2Server implements AutoCloseable {
    private static final Pattern MESSAGE_END = Pattern.compile("(?<=\n\n)");

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Optional<SslContext> tls;
    private final Channel listening;
    private final Behaviour behaviour;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Channel> open = new CopyOnWriteArrayList<>();
    private volatile boolean goesAway;
    private final List<Http2HeadersFrame> heads = new CopyOnWriteArrayList<>();

    /**
     * How it behaves.
     *
     * @param body of every answer
     * @param streams most at a time that it allows
     * @param refused requests that it refuses unseen, before it answers any
     */
    public record Behaviour(String body, int streams, int refused) {}

    public Http2Server(Behaviour behaviour, Optional<SslContext> tls) {
        this.behaviour = behaviour;
        this.tls = tls;
        this.listening = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new Accepting())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    public URI url() {
        return URI.create((tls.isPresent() ? "https" : "http") + "://127.0.0.1:"
                + ((InetSocketAddress) listening.localAddress()).getPort());
    }

    public int connections() {
        return connections.get();
    }

    public List<Http2HeadersFrame> heads() {
        return List.copyOf(heads);
    }

    /** Tells every client that it is going away: what was begun is finished, nothing more is taken. */
    public void goAway() {
        for (Channel connection : open) {
            connection
                    .writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR))
                    .awaitUninterruptibly();
        }
    }

    /** From now on it says so in the middle of every answer. */
    public void goAwayInAnswers() {
        goesAway = true;
    }

    /** Connections that the client has not closed. */
    public int open() {
        return open.size();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private final class Accepting extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel accepted) {
            connections.incrementAndGet();
            open.add(accepted);
            accepted.closeFuture().addListener(closed -> open.remove(accepted));
            tls.ifPresent(context -> accepted.pipeline().addLast(context.newHandler(accepted.alloc())));
            accepted.pipeline()
                    .addLast(Http2FrameCodecBuilder.forServer()
                            .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(behaviour.streams()))
                            .build())
                    .addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel stream) {
                            stream.pipeline().addLast(new Answering());
                        }
                    }));
        }
    }

    private final class Answering extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object frame) {
            if (frame instanceof Http2HeadersFrame head) {
                heads.add(head);
            }
            boolean ended = frame instanceof Http2DataFrame data && data.isEndStream();
            ReferenceCountUtil.release(frame);
            if (ended) {
                answer(context);
            }
        }

        private void answer(ChannelHandlerContext context) {
            if (requests.getAndIncrement() < behaviour.refused()) {
                send(context, new DefaultHttp2ResetFrame(Http2Error.REFUSED_STREAM));
                return;
            }
            send(
                    context,
                    new DefaultHttp2HeadersFrame(
                            new DefaultHttp2Headers().status("200").set("content-type", "text/event-stream")));
            if (goesAway) {
                send(
                        context.channel().parent().pipeline().lastContext(),
                        new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
            }
            for (String message : MESSAGE_END.split(behaviour.body(), -1)) {
                send(context, new DefaultHttp2DataFrame(Unpooled.copiedBuffer(message, StandardCharsets.UTF_8), false));
            }
            send(context, new DefaultHttp2DataFrame(true));
        }

        private static void send(ChannelHandlerContext context, Object frame) {
            // A client that is gone needs no answer.
            var unused = context.writeAndFlush(frame);
        }
    }
}
