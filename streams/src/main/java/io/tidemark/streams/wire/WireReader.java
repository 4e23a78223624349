package io.tidemark.streams.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link WireWriter} wrote; anything short or too long is a {@link WireFormatException}. Not thread-safe. */
public final class WireReader {
    private static final int MAX_VARINT_BYTES = 9;

    private final byte[] bytes;
    private int at;
    private int version;

    public WireReader(byte[] bytes) {
        this.bytes = bytes;
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
        throw new WireFormatException("internal record has a number of more than 63 bits before byte " + at);
    }

    public int size() {
        long value = count();
        if (value > bytes.length - at) {
            throw new WireFormatException(
                    "internal record claims " + value + " more items but has " + (bytes.length - at) + " bytes left");
        }
        return (int) value;
    }

    public int integer() {
        long value = count();
        if (value > Integer.MAX_VALUE) {
            throw new WireFormatException("internal record has " + value + " where an int must be");
        }
        return (int) value;
    }

    public long optional() {
        return count() - 1;
    }

    public int raw() {
        if (at == bytes.length) {
            throw new WireFormatException("internal record is truncated after " + at + " bytes");
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

    public void version(int known) {
        version(known, known);
    }

    /** Takes the version, which must be in {@code [oldest, newest]}. */
    public void version(int oldest, int newest) {
        version = raw();
        if (version < oldest || version > newest) {
            String known = oldest == newest ? "" + newest : oldest + " to " + newest;
            if (version > newest) {
                throw new WireFormatException("internal record has version " + version + " but this reads " + known
                        + WireFormatException.NEWER_WROTE_IT);
            }
            throw new WireFormatException("internal record has version " + version + " but this reads " + known
                    + WireFormatException.WHAT_HELPS);
        }
    }

    /** Whether the record is of this version or a newer one, so that it has what came with it. */
    public boolean since(int first) {
        return version >= first;
    }

    public boolean hasMore() {
        return at < bytes.length;
    }

    public void requireEnd() {
        if (at != bytes.length) {
            throw new WireFormatException("internal record has " + (bytes.length - at) + " bytes after its end");
        }
    }
}
