package io.tidemark.streams.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link WireWriter} wrote; anything short or too long is a {@link WireFormatException}. Not thread-safe. */
public final class WireReader {
    private static final int MAX_VARINT_BYTES = 9;

    private final byte[] bytes;
    private int at;

    /** Of a part of a record. */
    public WireReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Of a whole record, behind its version. A version that changes what is written takes the one before as well, and says here which it is.
     *
     * @throws WireFormatException if another version wrote it
     */
    public static WireReader versioned(byte[] bytes) {
        WireReader in = new WireReader(bytes);
        int version = in.raw();
        if (version != WireWriter.VERSION) {
            throw new WireFormatException(
                    "internal record has version " + version + " but this reads " + WireWriter.VERSION
                            + (version > WireWriter.VERSION
                                    ? WireFormatException.NEWER_WROTE_IT
                                    : WireFormatException.WHAT_HELPS));
        }
        return in;
    }

    public long count() {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            int next = raw();
            value |= (long) (next & 0x7f) << (7 * i);
            if (next < 0x80) {
                return value;
            }
        }
        throw WireFormatException.corrupt("internal record has a number of more than 63 bits before byte " + at);
    }

    public int size() {
        long value = count();
        if (value > bytes.length - at) {
            throw WireFormatException.corrupt(
                    "internal record claims " + value + " more items but has " + (bytes.length - at) + " bytes left");
        }
        return (int) value;
    }

    public int integer() {
        long value = count();
        if (value > Integer.MAX_VALUE) {
            throw WireFormatException.corrupt("internal record has " + value + " where an int must be");
        }
        return (int) value;
    }

    public long optional() {
        return count() - 1;
    }

    public int raw() {
        if (at == bytes.length) {
            throw WireFormatException.corrupt("internal record is truncated after " + at + " bytes");
        }
        return bytes[at++] & 0xff;
    }

    public boolean flag() {
        return raw() != 0;
    }

    public String text() {
        return new String(blob(), StandardCharsets.UTF_8);
    }

    public byte[] blob() {
        int length = size();
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    public byte[] tail() {
        byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
        at = bytes.length;
        return rest;
    }

    public void requireEnd() {
        if (at != bytes.length) {
            throw WireFormatException.corrupt("internal record has " + (bytes.length - at) + " bytes after its end");
        }
    }
}
