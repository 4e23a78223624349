package io.tidemark.faults;

import io.tidemark.fixtures.poison.LoneSurrogates;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Puts extreme values into fields of events. Not thread-safe. */
final class ExtremeFields {
    private static final List<Long> LONGS = List.of(
            0L,
            -1L,
            1L,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE - 4_096,
            1L << 53,
            (long) Integer.MAX_VALUE,
            (long) Integer.MIN_VALUE);
    private static final List<Double> DOUBLES = List.of(
            0.0,
            -0.0,
            -1.0,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MAX_VALUE,
            Double.MIN_VALUE);

    private static final int MOST_FIELDS = 3;
    private static final int LONG_TEXT = 100_000;
    private static final int MANY = 1_000;

    private final SplittableRandom random;
    private final List<Instant> moments;

    ExtremeFields(SplittableRandom random, List<Instant> moments) {
        this.random = random;
        this.moments = moments;
    }

    /** One to three fields of an event, or of a record in it. */
    void spoil(SpecificRecord event) {
        for (int i = random.nextInt(MOST_FIELDS); i >= 0; i--) {
            Schema.Field field = one(event.getSchema().getFields());
            Object before = event.get(field.pos());
            if (before instanceof SpecificRecord inner) {
                spoil(inner);
            } else {
                event.put(field.pos(), extreme(field.schema()));
            }
        }
    }

    /** The bytes of a sketch that may be none. */
    private byte[] sketch() {
        LogHistogram sketch = new LogHistogram();
        for (int i = random.nextInt(20); i >= 0; i--) {
            sketch.add(1 + random.nextLong(1L << (1 + random.nextInt(61))));
        }
        byte[] bytes = sketch.encode();
        for (int i = random.nextInt(MOST_FIELDS); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(1 << Byte.SIZE);
        }
        return bytes;
    }

    private @Nullable Object extreme(Schema schema) {
        return switch (schema.getType()) {
            case LONG -> schema.getLogicalType() instanceof LogicalTypes.TimestampMicros ? one(moments) : one(LONGS);
            case INT -> one(LONGS).intValue();
            case DOUBLE -> one(DOUBLES);
            case BOOLEAN -> random.nextBoolean();
            case STRING -> text();
            case BYTES -> ByteBuffer.wrap(random.nextBoolean() ? sketch() : noise());
            case ENUM -> one(List.of(SpecificData.get().getClass(schema).getEnumConstants()));
            case ARRAY -> many(schema.getElementType());
            case MAP -> map(schema.getValueType());
            case UNION -> extreme(one(schema.getTypes()));
            case RECORD -> record(schema);
            case NULL -> null;
            case FLOAT, FIXED -> throw new IllegalArgumentException("no event has " + schema);
        };
    }

    private SpecificRecord record(Schema schema) {
        SpecificRecord made =
                (SpecificRecord) SpecificData.newInstance(SpecificData.get().getClass(schema), schema);
        schema.getFields().forEach(field -> made.put(field.pos(), extreme(field.schema())));
        return made;
    }

    private List<Object> many(Schema items) {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(isSmall(items) ? MANY : 3); i > 0; i--) {
            values.add(extreme(items));
        }
        return values;
    }

    private Map<String, Object> map(Schema values) {
        Map<String, Object> map = new HashMap<>();
        for (int i = random.nextInt(isSmall(values) ? MANY : 3); i > 0; i--) {
            map.put("key-" + i, extreme(values));
        }
        return map;
    }

    private static boolean isSmall(Schema schema) {
        return switch (schema.getType()) {
            case LONG, INT, DOUBLE, BOOLEAN, ENUM -> true;
            case STRING, BYTES, ARRAY, MAP, UNION, RECORD, NULL, FLOAT, FIXED -> false;
        };
    }

    private String text() {
        return switch (random.nextInt(5)) {
            case 0 -> "";
            case 1 -> "t".repeat(random.nextInt(LONG_TEXT));
            case 2 -> "\u001b]0;title\u0007\u001b[31m\n\r\u0000";
            case 3 -> "a" + LoneSurrogates.PLACE + "b";
            default -> "/../" + random.nextInt();
        };
    }

    private byte[] noise() {
        byte[] bytes = new byte[random.nextInt(MANY)];
        random.nextBytes(bytes);
        return bytes;
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
