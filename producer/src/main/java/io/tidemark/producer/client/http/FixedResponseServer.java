package io.tidemark.producer.client.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tidemark.events.ApiKind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A listener on a free port of loopback that answers every request with the same short stream, message by message, at once. */
public final class FixedResponseServer implements AutoCloseable {
    /** Tokens of an answer. */
    public static final int TOKENS = 24;

    private static final int MAX_REQUEST_BYTES = 1 << 20;

    private final MultiThreadIoEventLoopGroup group;
    private final Channel listening;
    private final List<byte[]> messages;

    /** @throws IllegalStateException if loopback cannot be listened on */
    public FixedResponseServer(ApiKind api) {
        this.messages = messages(api);
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("tidemark-canned", true), NioIoHandler.newFactory());
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(pipeline())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw new IllegalStateException("cannot listen on loopback", bound.cause());
        }
        this.listening = bound.channel();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort());
    }

    private static List<byte[]> messages(ApiKind api) {
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < TOKENS; i++) {
            messages.add(
                    choice(api == ApiKind.COMPLETIONS ? "\"text\":\" warm\"" : "\"delta\":{\"content\":\" warm\"}"));
        }
        messages.add(choice(
                (api == ApiKind.COMPLETIONS ? "\"text\":\"\"" : "\"delta\":{}") + ",\"finish_reason\":\"length\""));
        messages.add(message("{\"id\":\"canned\",\"choices\":[],\"usage\":{\"prompt_tokens\":64,\"completion_tokens\":"
                + TOKENS + ",\"total_tokens\":" + (64 + TOKENS) + "}}"));
        messages.add(message("[DONE]"));
        return messages;
    }

    private static byte[] choice(String content) {
        return message("{\"id\":\"canned\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"canned\","
                + "\"choices\":[{\"index\":0," + content + "}]}");
    }

    private static byte[] message(String data) {
        return ("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private ChannelInitializer<Channel> pipeline() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(MAX_REQUEST_BYTES))
                        .addLast(new Answering());
            }
        };
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
            HttpUtil.setTransferEncodingChunked(head, true);
            head.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.TEXT_EVENT_STREAM);
            send(context, head);
            for (byte[] message : messages) {
                ByteBuf bytes = Unpooled.wrappedBuffer(message);
                send(context, new DefaultHttpContent(bytes));
            }
            send(context, LastHttpContent.EMPTY_LAST_CONTENT);
        }

        /** Each part on its own, so that reads are many and small, as from a real server. */
        private static void send(ChannelHandlerContext context, Object part) {
            // A client that is gone needs no answer.
            var unused = context.writeAndFlush(part);
        }
    }
}
