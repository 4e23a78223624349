package io.tidemark.producer.client.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.util.ReferenceCountUtil;
import io.tidemark.producer.client.Call;
import io.tidemark.producer.client.FailureClassifier;
import io.tidemark.producer.openai.RequestOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 connection: requests wait on it until it is open, then go out as streams. Confined to the client's loop. */
final class Http2ClientConnection implements ConnectListener {
    /** Large enough that no answer waits for a window: a wait would look like the server's. */
    private static final int STREAM_WINDOW_BYTES = 1 << 20;

    private static final int LINK_WINDOW_BYTES = 64 << 20;
    private static final int MAX_HEAD_BYTES = 64 << 10;

    private final Http2ConnectionPool owner;
    private final Connector.ConnectorConfig setting;
    private final List<Call> waiting = new ArrayList<>();
    private final List<Consumer<Call>> connectEvents = new ArrayList<>();
    private @Nullable Channel channel;
    private @Nullable Http2Connection connection;
    private @Nullable ReadTimestampHandler stamp;
    private int streams;
    private int streamsOpened;
    private boolean leaving;

    Http2ClientConnection(Http2ConnectionPool owner, Connector.ConnectorConfig setting) {
        this.owner = owner;
        this.setting = setting;
    }

    boolean hasRoom() {
        boolean allowed = streamsOpened < setting.plan().keepAlive().requests() && !leaving;
        return allowed && streams + waiting.size() < maxStreams();
    }

    /** Requests that it carries, or that wait until it is open. */
    int load() {
        return streams + waiting.size();
    }

    boolean isOpening() {
        return channel == null && !leaving;
    }

    /** The limit of streams: the limit that the server set on another connection holds here until it sets one here. */
    private int maxStreams() {
        int planned = setting.plan().keepAlive().reuse() ? setting.plan().http().streams() : 1;
        int limit = connection == null ? Integer.MAX_VALUE : connection.local().maxActiveStreams();
        return Math.min(planned, Math.min(limit, owner.streamsAllowed()));
    }

    void execute(Call call) {
        streamsOpened++;
        if (channel == null) {
            waiting.add(call);
            connectEvents.forEach(stamp -> stamp.accept(call));
        } else {
            stream(call, true);
        }
    }

    @Override
    public void connecting(long nanos) {
        recordConnectEvent(call -> call.connecting(nanos));
    }

    @Override
    public void connected(long nanos, boolean tls) {
        recordConnectEvent(call -> call.connected(nanos, tls));
    }

    @Override
    public void tlsEstablished(long nanos) {
        recordConnectEvent(call -> call.tlsEstablished(nanos));
    }

    /** Stamps the waiting calls, and remembers the event for later calls, which wait for the same connection. */
    private void recordConnectEvent(Consumer<Call> stamp) {
        connectEvents.add(stamp);
        waiting.forEach(stamp);
    }

    @Override
    public void connectionOpened(Channel opened, ReadTimestampHandler reads) {
        Http2FrameCodec codec = Http2FrameCodecBuilder.forClient()
                .initialSettings(Http2Settings.defaultSettings()
                        .pushEnabled(false)
                        .initialWindowSize(STREAM_WINDOW_BYTES)
                        .maxHeaderListSize(MAX_HEAD_BYTES))
                .build();
        channel = opened;
        stamp = reads;
        connection = codec.connection();
        opened.pipeline()
                .addLast(codec, new Http2MultiplexHandler(new PushedStreamRejector()), new ConnectionEventHandler());
        widen(codec.connection());
        List<Call> calls = List.copyOf(waiting);
        waiting.clear();
        calls.stream().filter(call -> !call.hasEnded()).forEach(call -> stream(call, false));
    }

    private static void widen(Http2Connection connection) {
        try {
            connection.local().flowController().incrementWindowSize(connection.connectionStream(), LINK_WINDOW_BYTES);
        } catch (Http2Exception e) {
            throw new IllegalStateException("a new HTTP/2 connection has a window", e);
        }
    }

    @Override
    public void failed(RequestOutcome ending) {
        owner.removeConnection(this);
        List<Call> calls = List.copyOf(waiting);
        waiting.clear();
        calls.forEach(call -> owner.requestEnded(call, ending));
    }

    private void stream(Call call, boolean kept) {
        streams++;
        new Http2StreamChannelBootstrap(Objects.requireNonNull(channel))
                .handler(new Stream())
                .open()
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        streams--;
                        stopAccepting();
                        // Nothing of it was sent.
                        call.markUnprocessed();
                        owner.requestLost(call, FailureClassifier.classify(done.cause()));
                        closeIfSpent();
                        return;
                    }
                    opened(call, (Http2StreamChannel) done.getNow(), kept);
                });
    }

    private void opened(Call call, Http2StreamChannel opened, boolean kept) {
        opened.closeFuture().addListener(closed -> ended());
        HttpConnection stream = opened.pipeline().get(HttpConnection.class);
        if (call.hasEnded()) {
            stream.close();
        } else {
            stream.execute(call, kept);
        }
    }

    private void ended() {
        streams--;
        closeIfSpent();
    }

    private void closeIfSpent() {
        boolean spent = leaving
                || streamsOpened >= setting.plan().keepAlive().requests()
                || !setting.plan().keepAlive().reuse();
        if (spent && streams == 0 && channel != null) {
            stopAccepting();
            var unused = channel.close();
        }
    }

    private void stopAccepting() {
        leaving = true;
        owner.removeConnection(this);
    }

    /** What a stream is made of. */
    private final class Stream extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel made) {
            made.pipeline()
                    .addLast(new Http2StreamFrameToHttpObjectCodec(false))
                    .addLast(owner.stream(made, Objects.requireNonNull(stamp)));
        }
    }

    /** Closes streams that the server opens although the settings disable push. */
    private static final class PushedStreamRejector extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel unasked) {
            var unused = unasked.close();
        }
    }

    /** Hears what concerns the whole connection. */
    private final class ConnectionEventHandler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof Http2GoAwayFrame) {
                stopAccepting();
                closeIfSpent();
            }
            if (message instanceof Http2SettingsFrame settings
                    && settings.settings().maxConcurrentStreams() != null) {
                owner.setStreamLimit(settings.settings().maxConcurrentStreams());
            }
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            stopAccepting();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            stopAccepting();
            var unused = context.close();
        }
    }
}
