package io.tidemark.producer.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopWorkQueueTest {
    private static final long MICROS = 1_000;

    private final List<String> happened = new ArrayList<>();
    private long nowNanos;
    private long tickNanos;
    private final LoopWorkQueue turns = new LoopWorkQueue(this::nanos);

    private long nanos() {
        nowNanos += tickNanos;
        return nowNanos;
    }

    /** A connection that notes what is parsed, and with which stamp. */
    private final class Socket {
        private final ReadTimestampHandler stamp = new ReadTimestampHandler(LoopWorkQueueTest.this::nanos, turns);
        private final EmbeddedChannel channel = new EmbeddedChannel(stamp, new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                ByteBuf bytes = (ByteBuf) message;
                happened.add(bytes.toString(StandardCharsets.US_ASCII) + "@" + stamp.lastReadNanos());
                bytes.release();
            }

            @Override
            public void channelInactive(ChannelHandlerContext context) {
                happened.add("closed");
            }
        });

        void readsAt(long nanos, String text) {
            nowNanos = nanos;
            channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
        }
    }

    @Test
    void whatWasReadWaitsWithItsStampAndIsParsedInTheOrderOfReading() {
        Socket a = new Socket();
        Socket b = new Socket();
        a.readsAt(10, "a1");
        b.readsAt(20, "b1");
        a.readsAt(30, "a2");
        assertThat(happened).isEmpty();
        assertThat(turns.isIdle()).isFalse();

        nowNanos = 1_000;
        turns.runSlice();

        assertThat(happened).containsExactly("a1@10", "b1@20", "a2@30");
        assertThat(turns.isIdle()).isTrue();
    }

    @Test
    void whatWasReadBeforeTheEndIsParsedBeforeTheEndIsTold() {
        Socket socket = new Socket();
        socket.readsAt(10, "last words");

        socket.channel.close().awaitUninterruptibly();

        assertThat(happened).containsExactly("last words@10", "closed");
    }

    @Test
    void sendingAndParsingTakeTurnsSoThatTheSocketsAreSeenAgainSoon() {
        Socket socket = new Socket();
        for (int i = 1; i <= 10; i++) {
            socket.readsAt(i, "r" + i);
            int number = i;
            turns.send(() -> happened.add("s" + number));
        }
        tickNanos = 100 * MICROS;

        turns.runSlice();

        // Each look at the clock takes 100 us of the 250 us of a slice.
        assertThat(happened).containsExactly("s1", "s2", "s3", "r1@1", "r2@2", "r3@3");
        assertThat(turns.pendingSends()).isEqualTo(7);
    }

    @Test
    void aSendThatFailsKeepsNoOtherFromBeingSent() {
        turns.send(() -> {
            throw new IllegalStateException("no");
        });
        turns.send(() -> happened.add("s2"));

        turns.runSlice();

        assertThat(happened).containsExactly("s2");
    }

    @Test
    void moreThanFourMebibytesAreNotLeftWaiting() {
        Socket socket = new Socket();
        String half = "x".repeat(1 << 19);
        for (int i = 0; i < 10; i++) {
            socket.readsAt(i, half);
        }
        tickNanos = 1_000 * MICROS;

        turns.runSlice();

        // 5 MiB waited: the first read is parsed in the slice, the second to get down to 4 MiB.
        assertThat(happened).hasSize(2);
    }
}
