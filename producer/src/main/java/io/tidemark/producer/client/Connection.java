package io.tidemark.producer.client;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.tidemark.events.Outcome;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection, or one stream of an HTTP/2 connection, with at most one request on it at a time. Confined to its loop. */
final class Connection extends SimpleChannelInboundHandler<HttpObject> implements Carriage {
    private final Channel channel;
    private final ReadStamp stamp;
    private final Kind kind;
    private final Carrier carrier;
    private final KeptAlive kept;
    private @Nullable Call call;
    private String spoken;

    Connection(Channel channel, ReadStamp stamp, Kind kind, Carrier carrier) {
        this.channel = channel;
        this.stamp = stamp;
        this.kind = kind;
        this.carrier = carrier;
        this.kept = new KeptAlive(carrier.head().options().connection().keepAlive());
        this.spoken = kind.httpVersion;
    }

    /** What it is a part of. */
    enum Kind {
        WHOLE("HTTP/1.1"),
        STREAM("HTTP/2");

        private final String httpVersion;

        Kind(String httpVersion) {
            this.httpVersion = httpVersion;
        }
    }

    /** Who owns the connections. */
    interface Carrier {
        /** The request is over; the connection may carry another one. */
        void released(Connection connection);

        /** The connection is gone, or has to go, while it carried this request. */
        void lost(Call call, Ending ending);

        void ended(Call call, Ending ending);

        /** The connection is closed, whatever it carried. */
        void closed(Connection connection);

        RequestHead head();

        /** The client's clock. */
        long nanos();
    }

    /** It waits for its first request. */
    void openedAhead(long nanos) {
        kept.openedAhead(nanos);
    }

    boolean isUsable(long nowNanos) {
        return channel.isActive() && call == null && kept.mayCarry(nowNanos);
    }

    @Override
    public String httpVersion() {
        return spoken;
    }

    @Override
    public Optional<String> remoteAddress() {
        Channel socket = kind == Kind.STREAM ? channel.parent() : channel;
        return socket.remoteAddress() instanceof InetSocketAddress remote
                ? Optional.of(remote.getAddress().getHostAddress() + ":" + remote.getPort())
                : Optional.empty();
    }

    void carry(Call next, boolean keptAlive) {
        call = next;
        kept.carrying();
        next.carriedBy(this, keptAlive, carrier.nanos());
        stamp.expectAnswer();
        try {
            write(next);
        } catch (RuntimeException | OutOfMemoryError e) {
            // Later, as any other end: who sends does not know yet when it was sent.
            channel.eventLoop().execute(() -> lose(Failures.of(e)));
        }
    }

    private void write(Call next) {
        channel.writeAndFlush(request(next)).addListener(written -> {
            if (!written.isSuccess()) {
                next.writeFailed();
                if (written.cause() instanceof Http2Exception) {
                    // The codec refused to make the stream: it has too many, or the server goes away.
                    unseen();
                }
                lose(Failures.of(written.cause()));
            }
        });
    }

    @Override
    public void close() {
        call = null;
        shut();
    }

    private void shut() {
        // Nothing waits for the end of a closing: closed() is told by channelInactive.
        var unused = channel.close();
    }

    private FullHttpRequest request(Call next) {
        FullHttpRequest request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.POST,
                carrier.head().target(next.request().api()),
                next.request().body());
        carrier.head().fill(request.headers(), next.request());
        return request;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
        Call current = call;
        if (current == null) {
            shut();
            return;
        }
        if (message.decoderResult().isFailure()) {
            end(current, current.answer().stop(malformed(message)));
            return;
        }
        if (message instanceof HttpResponse response && response.status().code() >= 200) {
            current.firstByte(firstByteNanos());
            current.answer().head(response);
            kept.answered(response);
            spoken = kind == Kind.STREAM ? spoken : response.protocolVersion().text();
        }
        if (message instanceof HttpContent content && current.answer().hasBegun()) {
            content(current, content);
        }
    }

    private void content(Call current, HttpContent content) {
        current.answer().content(content.content(), stamp.lastReadNanos());
        if (content instanceof LastHttpContent) {
            Ending ending = current.answer().end();
            call = null;
            carrier.ended(current, ending);
            release();
        } else if (current.answer().isOverCap()) {
            end(current, current.answer().stop(overCap(current)));
        }
    }

    private void release() {
        kept.waitsFrom(stamp.lastReadNanos());
        if (kind == Kind.WHOLE && channel.isActive() && kept.mayCarry(stamp.lastReadNanos())) {
            carrier.released(this);
        } else {
            shut();
        }
    }

    /** Ends the request without the rest of its answer: the connection cannot be used again. */
    private void end(Call current, Ending ending) {
        call = null;
        carrier.ended(current, ending);
        shut();
    }

    private void lose(Ending ending) {
        Call current = call;
        call = null;
        if (current != null) {
            carrier.lost(current, ending);
        }
        shut();
    }

    private long firstByteNanos() {
        // The first read may be a session ticket under TLS, or another stream's, so the read that completed the head
        // counts.
        return carrier.head().tls() || kind == Kind.STREAM
                ? stamp.lastReadNanos()
                : stamp.firstReadNanos().orElse(stamp.lastReadNanos());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        carrier.closed(this);
        lose(closed());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        lose(Failures.of(cause));
    }

    /** HTTP/2 ends a stream by a reset. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof Http2ResetFrame reset) {
            if (reset.errorCode() == Http2Error.REFUSED_STREAM.code()) {
                unseen();
            }
            lose(Ending.client(
                    Outcome.CONNECTION_RESET,
                    "http2_reset",
                    "the server reset the stream: " + Http2Error.valueOf(reset.errorCode())));
            return;
        }
        if (event instanceof Http2GoAwayFrame goAway) {
            goAway.release();
            unseen();
            lose(Ending.client(Outcome.CONNECTION_RESET, "http2_goaway", "the server goes away"));
            return;
        }
        context.fireUserEventTriggered(event);
    }

    private void unseen() {
        if (call != null) {
            call.wentUnseen();
        }
    }

    private static Ending malformed(HttpObject message) {
        return Ending.client(
                Outcome.MALFORMED,
                "http",
                "not HTTP: " + message.decoderResult().cause());
    }

    static Ending closed() {
        return Ending.client(Outcome.CONNECTION_RESET, "closed", "the server closed the connection before it answered");
    }

    static Ending overCap(Call current) {
        return Ending.client(
                Outcome.STREAM_ERROR,
                "output_cap",
                "the server went on beyond max_tokens: "
                        + current.request().expected().outputTokens() + " tokens were asked for");
    }
}
