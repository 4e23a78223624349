package io.tidemark.producer.client.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.tidemark.schemas.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes one stamp per socket read, first in the pipeline: before decryption and parsing. What was read waits here, with its
 * stamp, until its turn to be parsed comes. Confined to its loop.
 */
final class ReadTimestampHandler extends ChannelInboundHandlerAdapter {
    private final NanoClock clock;
    private final ParseQueue queue;
    private final Deque<Read> waiting = new ArrayDeque<>(2);
    private @Nullable ChannelHandlerContext context;
    private boolean complete;
    private long lastReadNanos;
    private OptionalLong firstReadNanos = OptionalLong.empty();

    private record Read(Object message, int sizeBytes, long nanos) {}

    /** Is notified of each read that waits; calls {@link #parse()} once for each, when its turn comes. */
    interface ParseQueue {
        /** Something was read and stamped. */
        void readPending(ReadTimestampHandler read, int sizeBytes);

        /** It waits no longer. */
        void readDone(int sizeBytes);
    }

    ReadTimestampHandler(NanoClock clock, ParseQueue queue) {
        this.clock = clock;
        this.queue = queue;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        long nanos = clock.nanos();
        int sizeBytes = message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
        waiting.add(new Read(message, sizeBytes, nanos));
        queue.readPending(this, sizeBytes);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
        complete = true;
        if (waiting.isEmpty()) {
            fireReadComplete(from);
        }
    }

    /** Parses the oldest read that waits, if it was not parsed before its turn. */
    void parse() {
        Read read = waiting.poll();
        ChannelHandlerContext to = context;
        if (read == null || to == null) {
            return;
        }
        queue.readDone(read.sizeBytes());
        lastReadNanos = read.nanos();
        if (firstReadNanos.isEmpty()) {
            firstReadNanos = OptionalLong.of(lastReadNanos);
        }
        to.fireChannelRead(read.message());
        if (waiting.isEmpty() && complete) {
            fireReadComplete(to);
        }
    }

    private void fireReadComplete(ChannelHandlerContext to) {
        complete = false;
        to.fireChannelReadComplete();
    }

    /** Parses what was read before the end, and then reports the end. */
    @Override
    public void channelInactive(ChannelHandlerContext from) {
        parseAll();
        from.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        parseAll();
        from.fireExceptionCaught(cause);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext from, Object event) {
        parseAll();
        from.fireUserEventTriggered(event);
    }

    private void parseAll() {
        while (!waiting.isEmpty()) {
            parse();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext from) {
        context = null;
        waiting.forEach(read -> {
            queue.readDone(read.sizeBytes());
            ReferenceCountUtil.release(read.message());
        });
        waiting.clear();
    }

    /** From here on the first read is that of a new answer. */
    void expectAnswer() {
        firstReadNanos = OptionalLong.empty();
    }

    long lastReadNanos() {
        return lastReadNanos;
    }

    OptionalLong firstReadNanos() {
        return firstReadNanos;
    }
}
