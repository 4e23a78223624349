package io.tidemark.bench.referenceserver;

import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reading half of a connection: one request after the other, each whole before it is answered. */
final class ReferenceConnection {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");
    private static final Pattern ID = Pattern.compile("(?i)\r\nx-request-id: *([^\r]+)");
    private static final int FIRST_BYTES = 4 << 10;
    private static final byte[] NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

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

    private void answer(long readNanos) throws IOException {
        if (!bytes.hasRemaining()) {
            bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
        }
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        int headEnd = text.indexOf("\r\n\r\n");
        if (headEnd < 0) {
            return;
        }
        String head = text.substring(0, headEnd);
        Matcher length = LENGTH.matcher(head);
        if (text.length() < headEnd + 4 + (length.find() ? Integer.parseInt(length.group(1)) : 0)) {
            return;
        }
        bytes.clear();
        Optional<ReferenceEndpoint> endpoint = ReferenceEndpoint.of(head);
        if (endpoint.isEmpty()) {
            channel.write(ByteBuffer.wrap(NOT_FOUND));
            return;
        }
        int serial = serials.getAndIncrement();
        Matcher id = ID.matcher(head);
        ReferenceStream.RequestHead request = new ReferenceStream.RequestHead(
                endpoint.get(), id.find() ? id.group(1) : Integer.toString(serial), serial, readNanos);
        writer.handOver(new ReferenceStream(request, channel, text.substring(headEnd)));
    }
}
