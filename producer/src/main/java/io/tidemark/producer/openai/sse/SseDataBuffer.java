package io.tidemark.producer.openai.sse;

/** The data lines of the message that is being read: the first one stays where it lies as long as it can. Not thread-safe. */
final class SseDataBuffer {
    private static final byte[] LINE_FEED = {'\n'};
    private static final byte[] NONE = {};

    private final ByteArrayBuffer kept = new ByteArrayBuffer();
    private byte[] lying = NONE;
    private int from;
    private int to;
    private int lines;

    /** Whether it is more than one empty line. */
    boolean hasData() {
        return lines > 1 || to > from || kept.length() > 0;
    }

    /** Another line, which lies in that array until {@link #keep()}. */
    void add(byte[] array, int start, int end) {
        if (lines == 0) {
            lying = array;
            from = start;
            to = end;
        } else {
            keep();
            kept.add(LINE_FEED, 0, 1);
            kept.add(array, start, end);
        }
        lines++;
    }

    /** Copies what lies in a foreign array, which is about to change. */
    void keep() {
        if (lying != NONE) {
            kept.add(lying, from, to);
            lying = NONE;
        }
    }

    /** Valid until the next call of anything here. */
    SseMessage message(String event, long stampNanos, int sizeBytes) {
        return lying != NONE
                ? new SseMessage(event, new SseMessage.Slice(lying, from, to - from), stampNanos, sizeBytes)
                : new SseMessage(event, new SseMessage.Slice(kept.array(), 0, kept.length()), stampNanos, sizeBytes);
    }

    void clear() {
        lying = NONE;
        from = 0;
        to = 0;
        kept.clear();
        lines = 0;
    }
}
