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
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.tidemark.events.Outcome;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection, with at most one request on it at a time. Confined to its loop. */
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
    private final Channel channel;
    private final ReadStamp stamp;
    private final Carrier carrier;
    private @Nullable Call call;
    private boolean keepAlive;

    Connection(Channel channel, ReadStamp stamp, Carrier carrier) {
        this.channel = channel;
        this.stamp = stamp;
        this.carrier = carrier;
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
    }

    boolean isUsable() {
        return channel.isActive() && call == null;
    }

    Optional<String> remoteAddress() {
        return channel.remoteAddress() instanceof InetSocketAddress remote
                ? Optional.of(remote.getAddress().getHostAddress() + ":" + remote.getPort())
                : Optional.empty();
    }

    void carry(Call next, boolean keptAlive) {
        call = next;
        keepAlive = false;
        next.carriedBy(this, keptAlive);
        stamp.expectAnswer();
        channel.writeAndFlush(request(next)).addListener(written -> {
            if (!written.isSuccess()) {
                lose(Failures.of(written.cause()));
            }
        });
    }

    /** Gives up what it carries without a word. */
    void close() {
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
                carrier.head().path(next.request().api()),
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
            keepAlive = HttpUtil.isKeepAlive(response);
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
        if (keepAlive && channel.isActive()) {
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
        // Under TLS the first read may be a session ticket, so the read that completed the head counts.
        return carrier.head().tls()
                ? stamp.lastReadNanos()
                : stamp.firstReadNanos().orElse(stamp.lastReadNanos());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        carrier.closed(this);
        lose(Ending.client(Outcome.CONNECTION_RESET, "closed", "the server closed the connection before it answered"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        lose(Failures.of(cause));
    }

    private static Ending malformed(HttpObject message) {
        return Ending.client(
                Outcome.MALFORMED,
                "http",
                "not HTTP: " + message.decoderResult().cause());
    }

    private static Ending overCap(Call current) {
        return Ending.client(
                Outcome.STREAM_ERROR,
                "output_cap",
                "the server went on beyond max_tokens: " + current.request().outputTokens() + " tokens were asked for");
    }
}
