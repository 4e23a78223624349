package io.tidemark.schemas.serde;

/**
 * Reads the Avro binary of a {@code TokenBatch} of exactly this version into columns: the fields in the order of its schema, see <a
 * href="https://avro.apache.org/docs/1.12.0/specification/#binary-encoding">Avro's binary encoding</a>. It only has to be right about
 * sound bytes: whatever it refuses is read again by Avro's own reader, which says what is wrong. Not thread-safe.
 */
final class TokenBatchBytes {
    private static final int LONGEST_VARINT_BITS = 63;

    private final StringCache texts = new StringCache();
    private byte[] bytes = new byte[0];
    private int at;

    /** Whether {@code from} to the end of the bytes was one whole batch. */
    boolean read(byte[] value, int from, TokenBatchColumns into) {
        bytes = value;
        at = from;
        try {
            place(into);
            times(into);
            chunks(into);
            return at == bytes.length;
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            return false; // short, or absurd: the caller has it read by Avro, which throws or knows better
        }
    }

    private void place(TokenBatchColumns into) {
        into.run = text();
        into.step = integer();
        into.segment = integer();
        into.lane = text();
        into.laneSeq = number();
        into.request = null;
        into.requestBytes = bytes;
        into.requestLength = length();
        into.requestFrom = at;
        at += into.requestLength;
        into.target = text();
        into.requestClass = text();
        into.apiKind = TokenBatchColumns.API_KINDS[integer()];
        into.part = TokenBatchColumns.PARTS[integer()];
    }

    private void times(TokenBatchColumns into) {
        into.dueMicros = number();
        into.sentNanos = number();
        into.batch = integer();
        into.firstChunk = integer();
        into.outputBefore = integer();
        into.baseNanos = number();
    }

    private void chunks(TokenBatchColumns into) {
        longs(into.gapsNanos);
        kinds(into.kinds);
        integers(into.tokens);
        integers(into.sizesBytes);
        integers(into.choices);
        longs(into.choiceBasesNanos);
        int last = bytes[at++];
        if (last != 0 && last != 1) {
            throw new ArithmeticException("no boolean");
        }
        into.last = last == 1;
        into.targetGroup = text();
    }

    private void longs(LongColumn into) {
        into.clear();
        for (int block = block(); block > 0; block = block()) {
            for (int i = 0; i < block; i++) {
                into.add(number());
            }
        }
    }

    private void integers(LongColumn into) {
        into.clear();
        for (int block = block(); block > 0; block = block()) {
            for (int i = 0; i < block; i++) {
                into.add(integer());
            }
        }
    }

    private void kinds(LongColumn into) {
        integers(into);
        for (int i = 0; i < into.size(); i++) {
            long kind = into.at(i);
            if (kind < 0 || kind >= TokenBatchColumns.KINDS.length) {
                throw new ArithmeticException("no kind");
            }
        }
    }

    /** Items in the next block of an array, each of a byte at least; blocks that say their size are left to Avro. */
    private int block() {
        return length();
    }

    private int length() {
        int length = integer();
        if (length < 0 || length > bytes.length - at) {
            throw new ArithmeticException("no length");
        }
        return length;
    }

    private String text() {
        int length = length();
        String text = texts.of(bytes, at, length);
        at += length;
        return text;
    }

    private int integer() {
        return Math.toIntExact(number());
    }

    /** A zigzag varint. */
    private long number() {
        long raw = bytes[at++];
        if (raw >= 0) {
            return raw >>> 1 ^ -(raw & 1);
        }
        raw &= 0x7f;
        for (int shift = 7; shift <= LONGEST_VARINT_BITS; shift += 7) {
            byte next = bytes[at++];
            raw |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return raw >>> 1 ^ -(raw & 1);
            }
        }
        throw new ArithmeticException("no number");
    }
}
