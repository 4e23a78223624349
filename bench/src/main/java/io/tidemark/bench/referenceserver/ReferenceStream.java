package io.tidemark.bench.referenceserver;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One answer that is being written. Confined to the writing thread until it is over. */
final class ReferenceStream {
    private static final Pattern ID = Pattern.compile("(?i)\r\nx-request-id: *([^\r]+)");

    private final ReceivedRequest request;
    private final ReferencePacing pace;
    private final ReferenceResponseText.Kind kind;
    private final long[] writeNanos;
    private @Nullable ReferenceResponseText text;
    private @Nullable ByteBuffer first;
    private int written;
    private long dueNanos;

    ReferenceStream(ReferenceEndpoint endpoint, ReceivedRequest request) {
        String body = request.body();
        this.request = request;
        this.pace = ReferencePacing.askedIn(body);
        this.kind = new ReferenceResponseText.Kind(endpoint, pace.perWrite(), ReferencePacing.tokensAskedIn(body));
        this.writeNanos = new long[kind.writes()];
        this.dueNanos = request.readNanos() + pace.ttftNanos();
    }

    SocketChannel channel() {
        return request.channel();
    }

    ReferenceResponseText.Kind kind() {
        return kind;
    }

    /** Makes the first write's bytes, before it is due. */
    void prepare(ReferenceResponseText response) {
        text = response;
        first = response.first(request.serial());
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
        Matcher id = ID.matcher(request.head());
        return new ServerRequestRecord(
                id.find() ? id.group(1) : Integer.toString(request.serial()),
                request.serial(),
                request.readNanos(),
                Arrays.stream(writeNanos).boxed().toList(),
                kind.tokens());
    }
}
