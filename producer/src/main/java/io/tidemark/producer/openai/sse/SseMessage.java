package io.tidemark.producer.openai.sse;

import java.util.Arrays;

/**
 * One server-sent event.
 *
 * @param event its name, empty when it has none; "error" also for llama.cpp's {@code error:} lines, "raw" for bare JSON lines
 * @param slice its data, valid until the parser goes on
 * @param stampNanos when the read came that held the last byte of its data
 * @param sizeBytes from the end of the message before it to its own end
 */
public record SseMessage(String event, Slice slice, long stampNanos, int sizeBytes) {
    /** Bytes in an array that its owner will change. */
    public static final class Slice {
        private final byte[] array;
        private final int from;
        private final int length;

        public Slice(byte[] array, int from, int length) {
            this.array = array;
            this.from = from;
            this.length = length;
        }

        public byte[] array() {
            return array;
        }

        public int from() {
            return from;
        }

        public int length() {
            return length;
        }
    }

    /** A copy of its data. */
    public byte[] data() {
        return Arrays.copyOfRange(slice.array(), slice.from(), slice.from() + slice.length());
    }

    /** The same, valid for good. */
    SseMessage copy() {
        return new SseMessage(event, new Slice(data(), 0, slice.length()), stampNanos, sizeBytes);
    }
}
