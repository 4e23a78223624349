package io.tidemark.simulator.http;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * When the server wrote one answer: a stamp right after each write of content had returned, so each token had left the server
 * by its stamp, and when that write was due; the first write has a mark before it too, so that its true time is known as an
 * interval. Marks are of the server's {@code NanoClock}; on one Linux host those of two JVMs have one origin
 * (CLOCK_MONOTONIC) and may be compared for calibration. Thread-safe.
 */
public final class RequestWrites {
    private static final int FIRST_CAPACITY = 32;

    private final String request;
    private final long receivedNanos;
    private long[] contentNanos = new long[FIRST_CAPACITY];
    private long[] dueNanos = new long[FIRST_CAPACITY];
    private long firstBegunNanos;
    private int writes;

    RequestWrites(String request, long receivedNanos) {
        this.request = request;
        this.receivedNanos = receivedNanos;
    }

    /** The {@code X-Request-Id} that the client sent, or the response's id. */
    public String request() {
        return request;
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

    synchronized void wrote(long stepEndNanos, long begunNanos, long nanos) {
        if (writes == 0) {
            firstBegunNanos = begunNanos;
        }
        if (writes == contentNanos.length) {
            contentNanos = Arrays.copyOf(contentNanos, writes * 2);
            dueNanos = Arrays.copyOf(dueNanos, writes * 2);
        }
        dueNanos[writes] = stepEndNanos;
        contentNanos[writes++] = nanos;
    }

    String json() {
        OptionalLong begunNanos = firstBegunNanos();
        String begun = begunNanos.isPresent() ? String.valueOf(begunNanos.getAsLong()) : "null";
        return "{\"request\":" + Json.quoted(request) + ",\"receivedNanos\":" + receivedNanos + ",\"firstBegunNanos\":"
                + begun + ",\"contentNanos\":" + array(contentNanos()) + ",\"dueNanos\":" + array(dueNanos()) + "}";
    }

    private static String array(long[] stamps) {
        return Arrays.stream(stamps).mapToObj(Long::toString).collect(Collectors.joining(",", "[", "]"));
    }
}
