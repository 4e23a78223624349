package io.tidemark.schemas.sketch;

import java.util.Arrays;

/**
 * The bytes of a {@link LogHistogram}, version 1: version, scale, then as unsigned varints sum, min, max, count of zeros,
 * number of filled slots, and per filled slot its distance from the one before and its count.
 */
final class SketchCodec {
    private static final int VERSION = 1;
    private static final int MAX_VARINT_BYTES = 9;
    private static final int HEAD_BYTES = 48;
    /** Of a count below 128 that is not far from the one before. */
    private static final int SLOT_BYTES = 2;

    private SketchCodec() {}

    static byte[] encode(LogHistogram sketch) {
        if (sketch.isEmpty()) {
            return new byte[0];
        }
        SlotCounts slots = sketch.slots();
        int filled = slots.filled();
        Writer out = new Writer(HEAD_BYTES + SLOT_BYTES * filled);
        out.put(VERSION);
        out.put(LogBuckets.SCALE);
        out.put(sketch.sum());
        out.put(sketch.min().orElseThrow());
        out.put(sketch.max().orElseThrow());
        out.put(sketch.zeroCount());
        out.put(filled);
        slots.forEach(out::slot);
        return out.toBytes();
    }

    static LogHistogram decode(byte[] bytes) {
        LogHistogram sketch = new LogHistogram();
        if (bytes.length == 0) {
            return sketch;
        }
        Reader in = new Reader(bytes);
        in.require(VERSION, "version");
        in.require(LogBuckets.SCALE, "scale");
        long sum = in.varint();
        long min = in.varint();
        long max = in.varint();
        sketch.restore(in.varint(), sum, min, max);
        long filled = in.varint();
        long slot = -1;
        for (long i = 0; i < filled; i++) {
            slot += in.varint() + 1;
            sketch.restoreSlot(slot(slot), in.count());
        }
        in.requireEnd();
        return sketch;
    }

    private static int slot(long slot) {
        if (slot < 0 || slot >= LogBuckets.SLOTS) {
            throw new SketchFormatException("sketch slot must be in [0, " + LogBuckets.SLOTS + ") but was " + slot);
        }
        return (int) slot;
    }

    private static final class Writer {
        private byte[] bytes;
        private int size;
        private int slotBefore = -1;

        Writer(int aboutBytes) {
            this.bytes = new byte[aboutBytes];
        }

        void slot(int slot, long count) {
            put(slot - slotBefore - 1L);
            put(count);
            slotBefore = slot;
        }

        void put(long value) {
            if (size + MAX_VARINT_BYTES > bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length + MAX_VARINT_BYTES);
            }
            long rest = value;
            while (rest > 0x7f) {
                bytes[size++] = (byte) ((rest & 0x7f) | 0x80);
                rest >>>= 7;
            }
            bytes[size++] = (byte) rest;
        }

        byte[] toBytes() {
            return Arrays.copyOf(bytes, size);
        }
    }

    private static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        void require(int expected, String what) {
            int found = next();
            if (found != expected) {
                throw new SketchFormatException("sketch " + what + " must be " + expected + " but was " + found);
            }
        }

        void requireEnd() {
            if (at != bytes.length) {
                throw new SketchFormatException("sketch has " + (bytes.length - at) + " bytes after its end");
            }
        }

        long count() {
            long value = varint();
            if (value < 1) {
                throw new SketchFormatException("sketch count must be at least 1 but was " + value);
            }
            return value;
        }

        long varint() {
            long value = 0;
            for (int i = 0; i < MAX_VARINT_BYTES; i++) {
                int next = next();
                value |= (long) (next & 0x7f) << (7 * i);
                if (next < 0x80) {
                    return value;
                }
            }
            throw new SketchFormatException("sketch has a number of more than 63 bits at byte " + at);
        }

        private int next() {
            if (at == bytes.length) {
                throw new SketchFormatException("sketch is truncated after " + at + " bytes");
            }
            return bytes[at++] & 0xff;
        }
    }
}
