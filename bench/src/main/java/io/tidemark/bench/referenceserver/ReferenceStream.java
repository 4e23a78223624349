package io.tidemark.bench.referenceserver;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One answer that is being written. Handed from the reading thread to the writing one, which alone changes it then. */
final class ReferenceStream {
    private final RequestHead head;
    private final SocketChannel channel;
    private final ReferencePacing pace;
    private final ReferenceResponseText.Kind kind;
    private final long[] writeNanos;
    private @Nullable ReferenceResponseText text;
    private @Nullable ByteBuffer first;
    private int written;
    private long dueNanos;

    /**
     * What is known of a request once it was read.
     *
     * @param readNanos after the read that completed it
     */
    record RequestHead(ReferenceEndpoint endpoint, String request, int serial, long readNanos) {}

    ReferenceStream(RequestHead head, SocketChannel channel, String body) {
        this.head = head;
        this.channel = channel;
        this.pace = ReferencePacing.askedIn(body);
        this.kind =
                new ReferenceResponseText.Kind(head.endpoint(), pace.perWrite(), ReferencePacing.tokensAskedIn(body));
        this.writeNanos = new long[kind.writes()];
        this.dueNanos = head.readNanos() + pace.ttftNanos();
    }

    SocketChannel channel() {
        return channel;
    }

    ReferenceResponseText.Kind kind() {
        return kind;
    }

    /** Makes the first write's bytes, before it is due. */
    void prepare(ReferenceResponseText response) {
        text = response;
        first = response.first(head.serial());
    }

    long dueNanos() {
        return dueNanos;
    }

    boolean isOver() {
        return written == writeNanos.length;
    }

    /** The bytes of the write that is due, which begins now. */
    ByteBuffer nextWrite(long begunNanos) {
        ReferenceResponseText response = Objects.requireNonNull(text, "prepared");
        writeNanos[written] = begunNanos;
        written++;
        dueNanos += pace.gapNanos();
        if (written == 1) {
            return Objects.requireNonNull(first, "prepared");
        }
        return isOver() ? response.last() : response.middle();
    }

    ServerRequestRecord log() {
        return new ServerRequestRecord(
                head.request(),
                head.serial(),
                head.readNanos(),
                Arrays.stream(writeNanos).boxed().toList(),
                kind.tokens());
    }
}
