package io.tidemark.producer.client.http;

import io.netty.channel.Channel;
import io.tidemark.producer.client.Call;
import io.tidemark.producer.client.RequestHead;
import io.tidemark.producer.client.Transport;
import io.tidemark.producer.openai.RequestOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The HTTP/2 connections of one client: each carries many requests at a time, as streams; another one is opened when all are
 * full, and for each address of the target's name. The one with the fewest requests takes the next. A stream that the server refuses, or that it will not see for it is going away, is sent once more elsewhere.
 */
final class Http2ConnectionPool implements Transport, HttpConnection.Owner {
    private final Connector connector;
    private final RequestHead head;
    private final BiConsumer<Call, RequestOutcome> over;
    private final List<Http2ClientConnection> links = new ArrayList<>();
    private long streamsAllowed = Integer.MAX_VALUE;

    Http2ConnectionPool(Connector connector, BiConsumer<Call, RequestOutcome> over) {
        this.connector = connector;
        this.over = over;
        this.head = connector.setting().head();
    }

    @Override
    public void execute(Call call) {
        Optional<Http2ClientConnection> free = links.stream()
                .filter(Http2ClientConnection::hasRoom)
                .min(Comparator.comparingInt(Http2ClientConnection::load));
        if (free.isPresent() && (free.get().isOpening() || !connector.hasUntriedAddress())) {
            free.get().execute(call);
            return;
        }
        Http2ClientConnection link = new Http2ClientConnection(this, connector.setting());
        links.add(link);
        link.execute(call);
        connector.open(link);
    }

    /** One; more follow when it is full, for how many streams a server allows is known once it is open. */
    @Override
    public void openAhead(int requests) {
        if (requests > 0 && links.isEmpty()) {
            Http2ClientConnection link = new Http2ClientConnection(this, connector.setting());
            links.add(link);
            connector.open(link);
        }
    }

    @Override
    public int connectionsOpening() {
        return (int) links.stream().filter(Http2ClientConnection::isOpening).count();
    }

    /** What the server last reported of how many streams a connection may have: a new one is taken to allow as many. */
    int streamsAllowed() {
        return (int) Math.max(1, Math.min(streamsAllowed, Integer.MAX_VALUE));
    }

    /** The server says how many streams a connection may have. */
    void setStreamLimit(long streams) {
        streamsAllowed = streams;
    }

    /** A connection that takes no more requests. */
    void removeConnection(Http2ClientConnection link) {
        links.remove(link);
    }

    @Override
    public void released(HttpConnection stream) {
        // A stream carries one request.
    }

    @Override
    public void closed(HttpConnection stream) {
        // Its link counts it by the channel's end.
    }

    @Override
    public void requestEnded(Call call, RequestOutcome ending) {
        over.accept(call, ending);
    }

    @Override
    public void requestLost(Call call, RequestOutcome ending) {
        if (call.mayRetryTransparently(ending, nanos())) {
            call.retryTransparently();
            execute(call);
            return;
        }
        over.accept(call, call.outcomeOfDisconnect(ending));
    }

    @Override
    public long nanos() {
        return connector.setting().clock().nanos();
    }

    @Override
    public RequestHead head() {
        return head;
    }

    @Override
    public void close() {
        connector.close();
    }

    /** A channel of one stream, made ready. */
    HttpConnection stream(Channel channel, ReadTimestampHandler stamp) {
        return new HttpConnection(channel, stamp, HttpConnection.Kind.HTTP_2_STREAM, this);
    }
}
