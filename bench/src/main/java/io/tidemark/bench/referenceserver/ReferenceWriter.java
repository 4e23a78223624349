package io.tidemark.bench.referenceserver;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes each token when it is due, on a thread of its own, and keeps how late it was. */
final class ReferenceWriter implements Runnable {
    private static final long LONGEST_PARK_NANOS = 100_000_000;
    private static final long RETRY_NANOS = 200_000;

    private final NanoClock clock;
    private static final byte[] NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Queue<ReceivedRequest> handedOver = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<ReferenceStream> streams =
            new PriorityQueue<>(Comparator.comparingLong(ReferenceStream::dueNanos));
    private final Map<ReferenceResponseText.Kind, ReferenceResponseText> texts = new HashMap<>();
    private final Thread thread;
    private Ledger ledger = new Ledger();
    private volatile boolean stopped;

    /** What was written since it was last taken. */
    static final class Ledger {
        final List<ReferenceStream> ended = new ArrayList<>();
        final LogHistogram lateness = new LogHistogram();
    }

    ReferenceWriter(NanoClock clock) {
        this.clock = clock;
        this.thread = new Thread(this, "paced-writer");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    /** From any thread. */
    void handOver(ReceivedRequest request) {
        handedOver.add(request);
        LockSupport.unpark(thread);
    }

    /** From any thread. */
    synchronized Ledger take() {
        Ledger taken = ledger;
        ledger = new Ledger();
        return taken;
    }

    @Override
    public void run() {
        while (!stopped) {
            long untilNanos = writeDue();
            if (handedOver.isEmpty() && untilNanos > 0) {
                LockSupport.parkNanos(untilNanos);
            }
        }
    }

    /** Writes all that is due; gives the time until the next is. */
    private synchronized long writeDue() {
        for (ReceivedRequest request = handedOver.poll(); request != null; request = handedOver.poll()) {
            begin(request);
        }
        ReferenceStream next = streams.peek();
        long now = clock.nanos();
        while (next != null && next.dueNanos() - now <= 0) {
            streams.poll();
            write(next, now);
            next = handedOver.isEmpty() ? streams.peek() : null;
            now = clock.nanos();
        }
        if (!handedOver.isEmpty()) {
            return 0;
        }
        return next == null ? LONGEST_PARK_NANOS : next.dueNanos() - now;
    }

    /** What is asked of no endpoint is answered at once. */
    private void begin(ReceivedRequest request) {
        Optional<ReferenceEndpoint> endpoint = ReferenceEndpoint.of(request.text());
        if (endpoint.isPresent()) {
            ReferenceStream stream = new ReferenceStream(endpoint.get(), request);
            stream.prepare(texts.computeIfAbsent(stream.kind(), ReferenceResponseText::new));
            streams.add(stream);
            return;
        }
        try {
            whole(request.channel(), ByteBuffer.wrap(NOT_FOUND));
        } catch (IOException e) {
            // The client is gone, as it may.
        }
    }

    private void write(ReferenceStream stream, long begunNanos) {
        ledger.lateness.add(Math.max(0, begunNanos - stream.dueNanos()));
        try {
            whole(stream.channel(), stream.nextWrite(begunNanos));
        } catch (IOException e) {
            return; // the client is gone: what it got is in its own log
        }
        if (stream.isOver()) {
            ledger.ended.add(stream);
        } else {
            streams.add(stream);
        }
    }

    /** A client that does not read fast enough makes it wait, which shows as lateness of the others. */
    private static void whole(SocketChannel channel, ByteBuffer text) throws IOException {
        while (text.hasRemaining()) {
            if (channel.write(text) == 0) {
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    /** One answer that is being written. Confined to the writing thread until it is over. */
    static final class ReferenceStream {
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
}
