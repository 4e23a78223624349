package io.tidemark.producer.client.http;

import io.tidemark.schemas.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits for its turn on a client's thread: requests to be sent, and reads that are stamped but not yet parsed. Both are
 * done in slices, so that the sockets are looked at again soon. Confined to the client's loop.
 */
final class LoopWorkQueue implements ReadTimestampHandler.ParseQueue {
    private static final Logger LOG = LoggerFactory.getLogger(LoopWorkQueue.class);
    private static final long SEND_NANOS = 250_000;
    private static final long PARSE_NANOS = 250_000;
    /** More than this is not left waiting: a loop that cannot keep up must let its sockets fill. */
    private static final long MAX_WAITING_BYTES = 4 << 20;

    private final NanoClock clock;
    private final Deque<Runnable> sends = new ArrayDeque<>();
    private final Deque<ReadTimestampHandler> reads = new ArrayDeque<>(1024);
    private long waitingBytes;

    LoopWorkQueue(NanoClock clock) {
        this.clock = clock;
    }

    void send(Runnable send) {
        sends.add(send);
    }

    int pendingSends() {
        return sends.size();
    }

    @Override
    public void readPending(ReadTimestampHandler read, int sizeBytes) {
        reads.add(read);
        waitingBytes += sizeBytes;
    }

    @Override
    public void readDone(int sizeBytes) {
        waitingBytes -= sizeBytes;
    }

    boolean isIdle() {
        return sends.isEmpty() && reads.isEmpty();
    }

    /** A slice of sending and one of parsing. */
    void runSlice() {
        sendSome();
        parseSome();
    }

    /** Parses whatever was read. */
    void parseAll() {
        while (!reads.isEmpty()) {
            parseOne();
        }
    }

    private void sendSome() {
        if (sends.isEmpty()) {
            return;
        }
        long untilNanos = clock.nanos() + SEND_NANOS;
        do {
            send();
        } while (!sends.isEmpty() && clock.nanos() - untilNanos < 0);
    }

    private void send() {
        try {
            sends.remove().run();
        } catch (RuntimeException e) {
            // The top of this thread's work, as for any task of the loop, which must go on for the other requests.
            LOG.error("a request could not be sent", e);
        }
    }

    private void parseSome() {
        if (reads.isEmpty()) {
            return;
        }
        long untilNanos = clock.nanos() + PARSE_NANOS;
        do {
            parseOne();
        } while (!reads.isEmpty() && (waitingBytes > MAX_WAITING_BYTES || clock.nanos() - untilNanos < 0));
    }

    private void parseOne() {
        reads.remove().parse();
    }
}
