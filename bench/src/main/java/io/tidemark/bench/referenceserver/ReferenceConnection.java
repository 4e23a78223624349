package io.tidemark.bench.referenceserver;

import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reading half of a connection: one request after the other, each whole before it is answered. */
final class ReferenceConnection {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");
    private static final int FIRST_BYTES = 4 << 10;

    private final SocketChannel channel;
    private final NanoClock clock;
    private final ReferenceWriter writer;
    private final AtomicInteger serials;
    private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES);

    /** @param serials where the next request's number is from */
    ReferenceConnection(SocketChannel channel, NanoClock clock, ReferenceWriter writer, AtomicInteger serials) {
        this.channel = channel;
        this.clock = clock;
        this.writer = writer;
        this.serials = serials;
    }

    /** Reads what there is; hands the request over if that completed one. */
    void read(SelectionKey key) {
        try {
            int read = channel.read(bytes);
            long readNanos = clock.nanos();
            if (read < 0) {
                channel.close();
            } else if (read > 0) {
                handOver(readNanos);
            }
        } catch (IOException e) {
            // The client is gone: what it got is in its own books.
            key.cancel();
        }
    }

    /** A request that is whole is left to the writing thread to look at, so that the next one is read and stamped at once. */
    private void handOver(long readNanos) {
        if (!bytes.hasRemaining()) {
            bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
        }
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        int headEnd = text.indexOf("\r\n\r\n");
        if (headEnd < 0) {
            return;
        }
        Matcher length = LENGTH.matcher(text).region(0, headEnd);
        if (text.length() < headEnd + 4 + (length.find() ? Integer.parseInt(length.group(1)) : 0)) {
            return;
        }
        bytes.clear();
        writer.handOver(new ReceivedRequest(channel, text, serials.getAndIncrement(), readNanos));
    }
}
