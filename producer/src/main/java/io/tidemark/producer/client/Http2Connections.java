package io.tidemark.producer.client;

import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The HTTP/2 connections of one client: each carries many requests at a time, as streams; another one is opened when all are
 * full, and for each address of the target's name. The one with the fewest requests takes the next. A stream that the server refuses, or that it will not see for it is going away, is sent once more elsewhere.
 */
final class Http2Connections implements Transport, Connection.Carrier {
    private final Connector connector;
    private final RequestHead head;
    private final BiConsumer<Call, Ending> over;
    private final List<Http2Link> links = new ArrayList<>();
    private long streamsAllowed = Integer.MAX_VALUE;

    Http2Connections(Connector connector, BiConsumer<Call, Ending> over) {
        this.connector = connector;
        this.over = over;
        this.head = connector.setting().head();
    }

    @Override
    public void carry(Call call) {
        Optional<Http2Link> free =
                links.stream().filter(Http2Link::hasRoom).min(Comparator.comparingInt(Http2Link::load));
        if (free.isPresent() && (free.get().isOpening() || !connector.hasUntriedAddress())) {
            free.get().carry(call);
            return;
        }
        Http2Link link = new Http2Link(this, connector.setting());
        links.add(link);
        link.carry(call);
        connector.open(link);
    }

    /** One; more follow when it is full, for how many streams a server allows is known once it is open. */
    @Override
    public void openAhead(int requests) {
        if (requests > 0 && links.isEmpty()) {
            Http2Link link = new Http2Link(this, connector.setting());
            links.add(link);
            connector.open(link);
        }
    }

    @Override
    public int opening() {
        return (int) links.stream().filter(Http2Link::isOpening).count();
    }

    /** What the server last said of how many streams a connection may have: a new one is taken to allow as many. */
    int streamsAllowed() {
        return (int) Math.max(1, Math.min(streamsAllowed, Integer.MAX_VALUE));
    }

    /** The server says how many streams a connection may have. */
    void allows(long streams) {
        streamsAllowed = streams;
    }

    /** A connection that takes no more requests. */
    void leave(Http2Link link) {
        links.remove(link);
    }

    @Override
    public void released(Connection stream) {
        // A stream carries one request.
    }

    @Override
    public void closed(Connection stream) {
        // Its link counts it by the channel's end.
    }

    @Override
    public void ended(Call call, Ending ending) {
        over.accept(call, ending);
    }

    @Override
    public void lost(Call call, Ending ending) {
        if (call.mayBeSentAnew(ending, nanos())) {
            call.sendAnew();
            carry(call);
            return;
        }
        over.accept(call, call.cutOff(ending));
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
    Connection stream(Channel channel, ReadStamp stamp) {
        return new Connection(channel, stamp, Connection.Kind.STREAM, this);
    }
}
