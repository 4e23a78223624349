package io.tidemark.streams.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes varints, strings and blobs to a growing array. Not thread-safe. */
public final class WireWriter {
    /** Of all internal records and all state. */
    static final int VERSION = 1;

    private byte[] bytes = new byte[256];
    private int size;

    /** Of a whole record, which begins with the version of its format. */
    public static WireWriter versioned() {
        return new WireWriter().raw(VERSION);
    }

    /** An unsigned varint of a value >= 0. */
    public WireWriter count(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("a count must be >= 0 but was " + value);
        }
        long rest = value;
        while (rest > 0x7f) {
            raw((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        return raw((int) rest);
    }

    /** A value >= -1, where -1 stands for absent. */
    public WireWriter optional(long value) {
        return count(value + 1);
    }

    public WireWriter raw(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
        return this;
    }

    public WireWriter flag(boolean value) {
        return raw(value ? 1 : 0);
    }

    public WireWriter text(String value) {
        return blob(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes with their length before them. */
    public WireWriter blob(byte[] value) {
        count(value.length);
        return tail(value);
    }

    /** Bytes to the end of the record. */
    public WireWriter tail(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
        return this;
    }

    public int sizeBytes() {
        return size;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
