package io.tidemark.bench.referenceserver;

import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reading half of a connection: one request after the other, each whole before it is answered. */
final class ReferenceConnection {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");
    private static final Pattern ID = Pattern.compile("(?i)\r\nx-request-id: *([^\r]+)");
    private static final int FIRST_BYTES = 4 << 10;

    private final SocketChannel channel;
    private final NanoClock clock;
    private final ReferenceWriter writer;
    private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES);

    ReferenceConnection(SocketChannel channel, NanoClock clock, ReferenceWriter writer) {
        this.channel = channel;
        this.clock = clock;
        this.writer = writer;
    }

    /** Reads what there is; answers the request if that completed one. */
    void read(SelectionKey key) {
        try {
            int read = channel.read(bytes);
            long readNanos = clock.nanos();
            if (read < 0) {
                channel.close();
            } else if (read > 0) {
                answer(readNanos);
            }
        } catch (IOException e) {
            // The client is gone: what it got is in its own books.
            key.cancel();
        }
    }

    private void answer(long readNanos) {
        if (!bytes.hasRemaining()) {
            bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
        }
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        int headEnd = text.indexOf("\r\n\r\n");
        Matcher length = LENGTH.matcher(text);
        if (headEnd < 0 || !length.find() || text.length() < headEnd + 4 + Integer.parseInt(length.group(1))) {
            return;
        }
        Matcher id = ID.matcher(text);
        if (!id.find()) {
            throw new IllegalArgumentException("a request must have an X-Request-Id but was " + text);
        }
        bytes.clear();
        writer.handOver(new ReferenceStream(id.group(1), channel, text.substring(headEnd), readNanos));
    }
}
