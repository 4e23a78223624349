package io.tidemark.schemas.serde;

import io.tidemark.schemas.serde.TokenBatchPlan.Step;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.Schema;

/**
 * Reads the Avro binary of a {@code TokenBatch} into columns by the plan of its writer's schema, see <a
 * href="https://avro.apache.org/docs/1.12.0/specification/#binary-encoding">Avro's binary encoding</a>. It only has to be right about
 * sound bytes: whatever it refuses is read again by Avro's own reader, which says what is wrong. Not thread-safe.
 */
final class TokenBatchBytes {
    private static final int LONGEST_VARINT_BITS = 63;

    private final StringCache texts = new StringCache();
    private byte[] bytes = new byte[0];
    private int at;

    /** Whether {@code from} to the end of the bytes was one whole batch. */
    boolean read(byte[] value, int from, TokenBatchPlan plan, TokenBatchColumns into) {
        try {
            begin(plan.defaults(), 0);
            for (Step step : plan.lacking()) {
                read(step, into);
            }
            begin(value, from);
            for (Step step : plan.written()) {
                read(step, into);
            }
            return at == bytes.length;
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            return false; // short, or absurd: the caller has it read by Avro, which throws or knows better
        }
    }

    private void begin(byte[] value, int from) {
        bytes = value;
        at = from;
    }

    private void read(Step step, TokenBatchColumns into) {
        switch (step.column()) {
            case RUN -> into.run = text();
            case STEP -> into.step = integer();
            case SEGMENT -> into.segment = integer();
            case LANE -> into.lane = text();
            case LANE_SEQ -> into.laneSeq = number();
            case REQUEST -> request(into);
            case TARGET -> into.target = text();
            case REQUEST_CLASS -> into.requestClass = text();
            case API_KIND -> into.apiKind = TokenBatchColumns.API_KINDS[step.symbol(integer())];
            case PART -> into.part = TokenBatchColumns.PARTS[step.symbol(integer())];
            case DUE -> into.dueMicros = number();
            case SENT_NANOS -> into.sentNanos = number();
            case BATCH -> into.batch = integer();
            case FIRST_CHUNK -> into.firstChunk = integer();
            case OUTPUT_BEFORE -> into.outputBefore = integer();
            case BASE_NANOS -> into.baseNanos = number();
            case GAPS_NANOS -> longs(into.gapsNanos);
            case KINDS -> kinds(step, into.kinds);
            case TOKENS -> integers(into.tokens);
            case SIZES_BYTES -> integers(into.sizesBytes);
            case CHOICES -> integers(into.choices);
            case CHOICE_BASES_NANOS -> longs(into.choiceBasesNanos);
            case LAST -> into.last = bool();
            case TARGET_GROUP -> into.targetGroup = text();
            case NONE -> skip(step.schema());
        }
    }

    private void request(TokenBatchColumns into) {
        into.request = null;
        into.requestBytes = bytes;
        into.requestLength = length();
        into.requestFrom = at;
        at += into.requestLength;
    }

    /** Each value takes a byte at least, by {@link WriterSchemaLimits}, so that the bytes bound the work. */
    private void skip(Schema schema) {
        switch (schema.getType()) {
            case NULL -> {}
            case BOOLEAN -> {
                boolean unused = bool();
            }
            case INT, LONG, ENUM -> {
                long unused = number();
            }
            case FLOAT -> skipBytes(Float.BYTES);
            case DOUBLE -> skipBytes(Double.BYTES);
            case STRING, BYTES -> skipBytes(length());
            case FIXED -> skipBytes(schema.getFixedSize());
            case UNION -> skip(schema.getTypes().get(integer()));
            case RECORD -> schema.getFields().forEach(field -> skip(field.schema()));
            case ARRAY -> {
                for (int block = block(); block > 0; block = block()) {
                    for (int i = 0; i < block; i++) {
                        skip(schema.getElementType());
                    }
                }
            }
            case MAP -> {
                for (int block = block(); block > 0; block = block()) {
                    for (int i = 0; i < block; i++) {
                        skipBytes(length());
                        skip(schema.getValueType());
                    }
                }
            }
        }
    }

    private void skipBytes(int count) {
        at = Math.addExact(at, count);
    }

    private boolean bool() {
        int bool = bytes[at++];
        if (bool != 0 && bool != 1) {
            throw new ArithmeticException("no boolean");
        }
        return bool == 1;
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

    private void kinds(Step step, LongColumn into) {
        into.clear();
        for (int block = block(); block > 0; block = block()) {
            for (int i = 0; i < block; i++) {
                into.add(step.symbol(integer()));
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

    /** The few names that come in every record, made once: the same bytes give the same string, as long as another has not taken its place. Not thread-safe. */
    static final class StringCache {
        private static final int PLACES = 4_096;
        /** A longer one is made each time, so that what is kept stays small. */
        private static final int LONGEST = 64;

        private final byte[][] keys = new byte[PLACES][];
        private final String[] texts = new String[PLACES];

        String of(byte[] bytes, int from, int length) {
            if (length > LONGEST) {
                return new String(bytes, from, length, StandardCharsets.UTF_8);
            }
            int hash = length;
            for (int i = from; i < from + length; i++) {
                hash = 31 * hash + bytes[i];
            }
            int place = (hash ^ hash >>> 12 ^ hash >>> 24) & PLACES - 1;
            byte[] key = keys[place];
            if (key == null || !Arrays.equals(key, 0, key.length, bytes, from, from + length)) {
                keys[place] = Arrays.copyOfRange(bytes, from, from + length);
                texts[place] = new String(bytes, from, length, StandardCharsets.UTF_8);
            }
            return texts[place];
        }
    }
}
