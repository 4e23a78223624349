package io.tidemark.producer.client;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.tidemark.schemas.time.NanoClock;
import java.util.OptionalLong;

/** Takes one stamp per socket read, first in the pipeline: before decryption and parsing. */
final class ReadStamp extends ChannelInboundHandlerAdapter {
    private final NanoClock clock;
    private long lastReadNanos;
    private OptionalLong firstReadNanos = OptionalLong.empty();

    ReadStamp(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        lastReadNanos = clock.nanos();
        if (firstReadNanos.isEmpty()) {
            firstReadNanos = OptionalLong.of(lastReadNanos);
        }
        context.fireChannelRead(message);
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
