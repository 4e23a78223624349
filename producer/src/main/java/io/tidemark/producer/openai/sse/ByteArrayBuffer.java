package io.tidemark.producer.openai.sse;

import java.util.Arrays;

/** Bytes that grow; takes no room while it is empty. Not thread-safe. */
final class ByteArrayBuffer {
    private static final byte[] NONE = {};
    private static final int FIRST_BYTES = 512;

    private byte[] array = NONE;
    private int length;

    void add(byte[] from, int start, int end) {
        int more = end - start;
        if (length + more > array.length) {
            array = Arrays.copyOf(array, Math.max(Math.max(FIRST_BYTES, 2 * array.length), length + more));
        }
        System.arraycopy(from, start, array, length, more);
        length += more;
    }

    /** Its first {@link #length()} bytes; valid until something is added. */
    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }
}
