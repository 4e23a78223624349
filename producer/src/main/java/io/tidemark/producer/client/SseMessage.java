package io.tidemark.producer.client;

/** One server-sent event. */
final class SseMessage {
    private final String event;
    private final byte[] data;
    private final long stampNanos;
    private final int sizeBytes;

    SseMessage(String event, byte[] data, long stampNanos, int sizeBytes) {
        this.event = event;
        this.data = data;
        this.stampNanos = stampNanos;
        this.sizeBytes = sizeBytes;
    }

    /** Its name, empty when it has none; "error" also for llama.cpp's {@code error:} lines, "raw" for bare JSON lines. */
    String event() {
        return event;
    }

    byte[] data() {
        return data;
    }

    /** When the read came that held the last byte of its data. */
    long stampNanos() {
        return stampNanos;
    }

    /** From the end of the message before it to its own end. */
    int sizeBytes() {
        return sizeBytes;
    }
}
