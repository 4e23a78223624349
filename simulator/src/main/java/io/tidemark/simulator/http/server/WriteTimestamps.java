package io.tidemark.simulator.http.server;

import io.tidemark.simulator.http.request.JsonText;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * When the server wrote one answer: a stamp right after each write of content had returned, so each token had left the server
 * by its stamp, and when that write was due; the first write has a mark before it too, so that its true time is known as an
 * interval. Marks are of the server's {@code NanoClock}; on one Linux host those of two JVMs have one origin
 * (CLOCK_MONOTONIC) and may be compared for calibration. Thread-safe.
 */
public final class WriteTimestamps {
    private static final int FIRST_CAPACITY = 32;

    /** Of the objects around the stamps, about. */
    private static final int OBJECT_BYTES = 200;

    private final String request;
    private final long receivedNanos;
    private long[] contentNanos = new long[FIRST_CAPACITY];
    private long[] dueNanos = new long[FIRST_CAPACITY];
    private long firstBegunNanos;
    private int writes;
    private boolean keeps = true;
    private final LongConsumer grown;

    /** @param grown receives the number of bytes by which this has grown; called outside of the lock */
    WriteTimestamps(String request, long receivedNanos, LongConsumer grown) {
        this.request = request;
        this.receivedNanos = receivedNanos;
        this.grown = grown;
    }

    /** Of its stamps and its name, about. */
    synchronized long sizeBytes() {
        return keeps ? OBJECT_BYTES + 2L * Long.BYTES * contentNanos.length + request.length() : 0;
    }

    /** Lets its stamps go, for the log has no room for them, and keeps none from now on; gives how many bytes that frees. */
    synchronized long forget() {
        long freed = sizeBytes();
        keeps = false;
        contentNanos = new long[0];
        dueNanos = contentNanos;
        writes = 0;
        return freed;
    }

    /** When the request's head had been read. */
    public long receivedNanos() {
        return receivedNanos;
    }

    public synchronized OptionalLong firstContentNanos() {
        return writes == 0 ? OptionalLong.empty() : OptionalLong.of(contentNanos[0]);
    }

    /** The stamps of all writes of content so far, ascending. */
    public synchronized long[] contentNanos() {
        return Arrays.copyOf(contentNanos, writes);
    }

    /** A mark right before the first write of content; the client cannot have had it earlier. */
    public synchronized OptionalLong firstBegunNanos() {
        return writes == 0 ? OptionalLong.empty() : OptionalLong.of(firstBegunNanos);
    }

    /** When each of these writes was due: the end of the engine's step that made it. */
    public synchronized long[] dueNanos() {
        return Arrays.copyOf(dueNanos, writes);
    }

    void recordWrite(long stepEndNanos, long begunNanos, long nanos) {
        long growthBytes = keep(stepEndNanos, begunNanos, nanos);
        if (growthBytes > 0) {
            grown.accept(growthBytes);
        }
    }

    private synchronized long keep(long stepEndNanos, long begunNanos, long nanos) {
        if (!keeps) {
            return 0;
        }
        if (writes == 0) {
            firstBegunNanos = begunNanos;
        }
        long before = contentNanos.length;
        if (writes == contentNanos.length) {
            contentNanos = Arrays.copyOf(contentNanos, writes * 2);
            dueNanos = Arrays.copyOf(dueNanos, writes * 2);
        }
        dueNanos[writes] = stepEndNanos;
        contentNanos[writes++] = nanos;
        return 2 * Long.BYTES * (contentNanos.length - before);
    }

    String json() {
        OptionalLong begunNanos = firstBegunNanos();
        String begun = begunNanos.isPresent() ? String.valueOf(begunNanos.getAsLong()) : "null";
        return "{\"request\":" + JsonText.quoted(request) + ",\"receivedNanos\":" + receivedNanos
                + ",\"firstBegunNanos\":" + begun + ",\"contentNanos\":" + array(contentNanos()) + ",\"dueNanos\":"
                + array(dueNanos()) + "}";
    }

    private static String array(long[] stamps) {
        return Arrays.stream(stamps).mapToObj(Long::toString).collect(Collectors.joining(",", "[", "]"));
    }
}
