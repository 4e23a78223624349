package io.tidemark.bench.referenceserver;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

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
        long cut;
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
            ledger.cut++;
        }
    }

    private void write(ReferenceStream stream, long begunNanos) {
        ledger.lateness.add(Math.max(0, begunNanos - stream.dueNanos()));
        try {
            whole(stream.channel(), stream.nextWrite(begunNanos));
        } catch (IOException e) {
            ledger.cut++;
            return;
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
}
