package io.tidemark.producer.client.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
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
import io.netty.util.NetUtil;
import io.tidemark.events.Outcome;
import io.tidemark.producer.client.Call;
import io.tidemark.producer.client.FailureClassifier;
import io.tidemark.producer.client.RequestHead;
import io.tidemark.producer.client.TransportExchange;
import io.tidemark.producer.openai.RequestOutcome;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection, or one stream of an HTTP/2 connection, with at most one request on it at a time. Confined to its loop. */
public final class HttpConnection extends SimpleChannelInboundHandler<HttpObject> implements TransportExchange {
    private final Channel channel;
    private final ReadTimestampHandler stamp;
    private final Kind kind;
    private final Owner owner;
    private final KeepAliveState keepAlive;
    private @Nullable Call call;
    private String httpVersion;

    HttpConnection(Channel channel, ReadTimestampHandler stamp, Kind kind, Owner carrier) {
        this.channel = channel;
        this.stamp = stamp;
        this.kind = kind;
        this.owner = carrier;
        this.keepAlive =
                new KeepAliveState(carrier.head().options().connection().keepAlive());
        this.httpVersion = kind.httpVersion;
    }

    /** What it is a part of. */
    enum Kind {
        HTTP_1_CONNECTION("HTTP/1.1"),
        HTTP_2_STREAM("HTTP/2");

        private final String httpVersion;

        Kind(String httpVersion) {
            this.httpVersion = httpVersion;
        }
    }

    /** Who owns the connections. */
    interface Owner {
        /** The request is over; the connection may carry another one. */
        void released(HttpConnection connection);

        /** The connection is gone, or has to go, while it carried this request. */
        void requestLost(Call call, RequestOutcome ending);

        void requestEnded(Call call, RequestOutcome ending);

        /** The connection is closed, whatever it carried. */
        void closed(HttpConnection connection);

        RequestHead head();

        /** The client's clock. */
        long nanos();
    }

    /** It waits for its first request. */
    void openedAhead(long nanos) {
        keepAlive.openedAhead(nanos);
    }

    boolean isUsable(long nowNanos) {
        return channel.isActive() && call == null && keepAlive.isReusable(nowNanos);
    }

    @Override
    public String httpVersion() {
        return httpVersion;
    }

    @Override
    public Optional<String> remoteAddress() {
        Channel socket = kind == Kind.HTTP_2_STREAM ? channel.parent() : channel;
        return socket.remoteAddress() instanceof InetSocketAddress remote
                ? Optional.of(NetUtil.toSocketAddressString(remote))
                : Optional.empty();
    }

    void execute(Call next, boolean keptAlive) {
        call = next;
        keepAlive.requestStarted();
        next.startExchange(this, keptAlive, owner.nanos());
        stamp.expectAnswer();
        try {
            write(next, keptAlive && kind != Kind.HTTP_2_STREAM);
        } catch (RuntimeException | OutOfMemoryError e) {
            // Later, as any other end: who sends does not know yet when it was sent.
            channel.eventLoop().execute(() -> lose(FailureClassifier.classify(e)));
        }
    }

    /** @param waiting whether the connection was there when the request was sent: then building and encoding it is not part of its TTFT */
    private void write(Call next, boolean waiting) {
        ChannelFuture writing = channel.write(request(next));
        if (waiting) {
            next.writtenToOpenConnection(owner.nanos());
        }
        channel.flush();
        writing.addListener(written -> {
            if (!written.isSuccess()) {
                next.writeFailed();
                if (written.cause() instanceof Http2Exception) {
                    // The codec refused to make the stream: it has too many, or the server goes away.
                    markUnprocessed();
                }
                lose(FailureClassifier.classify(written.cause()));
            }
        });
    }

    @Override
    public void close() {
        call = null;
        shut();
    }

    private void shut() {
        // Nothing waits for the close future: channelInactive reports the end.
        var unused = channel.close();
    }

    private FullHttpRequest request(Call next) {
        FullHttpRequest request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.POST,
                owner.head().target(next.request().api()),
                next.request().body());
        owner.head().fill(request.headers(), next.request());
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
            end(current, current.response().stop(malformed(message)));
            return;
        }
        if (message instanceof HttpResponse response && response.status().code() >= 200) {
            current.firstByte(firstByteNanos());
            current.response().head(response);
            keepAlive.responseReceived(response);
            httpVersion = kind == Kind.HTTP_2_STREAM
                    ? httpVersion
                    : response.protocolVersion().text();
        }
        if (message instanceof HttpContent content && current.response().hasBegun()) {
            content(current, content);
        }
    }

    private void content(Call current, HttpContent content) {
        current.response().content(content.content(), stamp.lastReadNanos());
        if (content instanceof LastHttpContent) {
            RequestOutcome ending = current.response().end();
            call = null;
            owner.requestEnded(current, ending);
            release();
        } else if (current.response().isOverCap()) {
            end(current, current.response().stop(current.response().beyondLimit()));
        }
    }

    private void release() {
        keepAlive.idleSince(stamp.lastReadNanos());
        if (kind == Kind.HTTP_1_CONNECTION && channel.isActive() && keepAlive.isReusable(stamp.lastReadNanos())) {
            owner.released(this);
        } else {
            shut();
        }
    }

    /** Ends the request without the rest of its answer: the connection cannot be used again. */
    private void end(Call current, RequestOutcome ending) {
        call = null;
        owner.requestEnded(current, ending);
        shut();
    }

    private void lose(RequestOutcome ending) {
        Call current = call;
        call = null;
        if (current != null) {
            owner.requestLost(current, ending);
        }
        shut();
    }

    private long firstByteNanos() {
        // The first read may be a session ticket under TLS, or another stream's, so the read that completed the head
        // counts.
        return owner.head().tls() || kind == Kind.HTTP_2_STREAM
                ? stamp.lastReadNanos()
                : stamp.firstReadNanos().orElse(stamp.lastReadNanos());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        owner.closed(this);
        lose(closedByServer());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        lose(FailureClassifier.classify(cause));
    }

    /** HTTP/2 ends a stream by a reset. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof Http2ResetFrame reset) {
            if (reset.errorCode() == Http2Error.REFUSED_STREAM.code()) {
                markUnprocessed();
            }
            lose(RequestOutcome.client(
                    Outcome.CONNECTION_RESET,
                    "http2_reset",
                    "the server reset the stream: " + Http2Error.valueOf(reset.errorCode())));
            return;
        }
        if (event instanceof Http2GoAwayFrame goAway) {
            goAway.release();
            markUnprocessed();
            lose(RequestOutcome.client(Outcome.CONNECTION_RESET, "http2_goaway", "the server goes away"));
            return;
        }
        context.fireUserEventTriggered(event);
    }

    private void markUnprocessed() {
        if (call != null) {
            call.markUnprocessed();
        }
    }

    private static RequestOutcome malformed(HttpObject message) {
        return RequestOutcome.client(
                Outcome.MALFORMED,
                "http",
                "not HTTP: " + message.decoderResult().cause());
    }

    public static RequestOutcome closedByServer() {
        return RequestOutcome.client(
                Outcome.CONNECTION_RESET, "closed", "the server closed the connection before it answered");
    }
}
