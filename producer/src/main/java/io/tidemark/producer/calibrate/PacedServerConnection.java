package io.tidemark.producer.calibrate;

import io.tidemark.schemas.time.NanoClock;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One connection of the calibration server, kept alive: a request at a time. Confined to the server's thread. Ordered by what is due next. */
final class PacedServerConnection implements Comparable<PacedServerConnection> {
    private static final int FIRST_ROOM_BYTES = 4_096;
    private static final int MAX_REQUEST_BYTES = 1 << 22;
    private static final byte[] HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final SocketChannel channel;
    private final NanoClock clock;
    private final Consumer<PacedResponse> log;
    private ByteBuffer received = ByteBuffer.allocate(FIRST_ROOM_BYTES);
    private @Nullable PacedResponse writing;

    /** @param log notified of each answer that is to be logged, when it begins */
    PacedServerConnection(SocketChannel channel, NanoClock clock, Consumer<PacedResponse> log) {
        this.channel = channel;
        this.clock = clock;
        this.log = log;
    }

    /** Reads what is there; whether a request became whole, whose tokens are to be written from now on. */
    boolean read() throws IOException {
        if (!received.hasRemaining()) {
            makeRoom();
        }
        if (channel.read(received) < 0) {
            throw new EOFException("the client closed the connection");
        }
        long readNanos = clock.nanos();
        String text = new String(received.array(), 0, received.position(), StandardCharsets.ISO_8859_1);
        Optional<Integer> sizeBytes = PacedRequest.sizeBytes(text);
        if (sizeBytes.isEmpty() || text.length() < sizeBytes.get()) {
            return false;
        }
        received.clear();
        return begin(text, readNanos);
    }

    private boolean begin(String text, long readNanos) throws IOException {
        Optional<PacedRequest> request = PacedRequest.parse(text);
        if (request.isEmpty()) {
            write(NOT_FOUND);
            return false;
        }
        writing = new PacedResponse(request.get(), readNanos);
        if (request.get().pacing().isLogged()) {
            log.accept(writing);
        }
        write(HEAD);
        return true;
    }

    private void makeRoom() throws IOException {
        if (received.capacity() >= MAX_REQUEST_BYTES) {
            throw new IOException("a request of more than " + MAX_REQUEST_BYTES + " bytes");
        }
        received = ByteBuffer.allocate(received.capacity() * 2).put(received.flip());
    }

    /** Writes the token that is due; whether another one is to come. */
    boolean writeNext() throws IOException {
        PacedResponse times = writing;
        if (times == null || !channel.isOpen()) {
            return false;
        }
        byte[] token = times.token();
        times.recordWrite(clock.nanos());
        if (!times.isComplete()) {
            write(token);
            return true;
        }
        write(token, times.request().end());
        writing = null;
        return false;
    }

    long dueNanos() {
        return writing == null ? Long.MAX_VALUE : writing.dueNanos();
    }

    /** Answers are small beside any socket's buffer: one that does not take them belongs to a client that reads nothing any more. */
    private void write(byte[]... parts) throws IOException {
        int sizeBytes = 0;
        for (byte[] part : parts) {
            sizeBytes += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(sizeBytes);
        for (byte[] part : parts) {
            all.put(part);
        }
        channel.write(all.flip());
        if (all.hasRemaining()) {
            throw new IOException("the client does not read");
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is given up: there is nothing left to lose on it.
            received.clear();
        }
    }

    @Override
    public int compareTo(PacedServerConnection other) {
        return Long.compare(dueNanos(), other.dueNanos());
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
