package io.tidemark.faults;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** Reads the buckets out of an encoded sketch, by the description of its bytes and not by the code that wrote them. */
final class SketchByteReader {
    private static final int VERSION_AND_SCALE = 2;

    private final ByteBuffer bytes;

    private SketchByteReader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Counts by bucket as {@link OracleHistogram#buckets()} has them. */
    static Map<Integer, Long> buckets(ByteBuffer encoded) {
        Map<Integer, Long> buckets = new TreeMap<>();
        if (!encoded.hasRemaining()) {
            return buckets;
        }
        ByteBuffer copy = encoded.duplicate();
        copy.position(copy.position() + VERSION_AND_SCALE);
        SketchByteReader in = new SketchByteReader(copy);
        in.skipSumMinMax();
        long zeros = in.varint();
        if (zeros > 0) {
            buckets.put(-1, zeros);
        }
        long filled = in.varint();
        int slot = -1;
        for (long i = 0; i < filled; i++) {
            slot += (int) in.varint() + 1;
            buckets.put(slot, in.varint());
        }
        return buckets;
    }

    private void skipSumMinMax() {
        for (int i = 0; i < 3; i++) {
            varint();
        }
    }

    private long varint() {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = bytes.get();
            value |= (long) (next & 0x7f) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }
}
