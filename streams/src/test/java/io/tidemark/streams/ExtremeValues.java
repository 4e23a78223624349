package io.tidemark.streams;

import io.tidemark.fixtures.poison.LoneSurrogates;
import io.tidemark.fixtures.poison.MultipliedEvents;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Events with one field, or several, at an extreme of its type.
 *
 * @param textLength of a long text
 * @param entries of a long list or map
 */
record ExtremeValues(int textLength, int entries) {
    /** An event, and what is extreme in it. */
    record Bent(String what, SpecificRecord event) {
        /** One that is extreme as a whole. */
        static Bent of(SpecificRecord event) {
            return new Bent(shown(event), event);
        }
    }

    /** A field of a record, or of a record in it: its names, from the outermost. */
    private record Path(List<Integer> places, Schema type, String name) {
        /** Whether an event still has the records on the way to it. */
        boolean isIn(SpecificRecord event) {
            Object at = event;
            for (int place : places.subList(0, places.size() - 1)) {
                at = ((SpecificRecord) at).get(place);
                at = at instanceof List<?> list && !list.isEmpty() ? list.get(0) : at;
                if (!(at instanceof SpecificRecord)) {
                    return false;
                }
            }
            return true;
        }

        Object of(SpecificRecord event) {
            return owner(event).get(places.get(places.size() - 1));
        }

        void put(SpecificRecord event, Object value) {
            owner(event).put(places.get(places.size() - 1), value);
        }

        private SpecificRecord owner(SpecificRecord event) {
            SpecificRecord at = event;
            for (int place : places.subList(0, places.size() - 1)) {
                at = inner(at.get(place));
            }
            return at;
        }
    }

    /** Each field at each extreme, made one after the other. */
    Iterator<Bent> singles(SpecificRecord good) {
        return paths(good).stream()
                .flatMap(path -> extremes(path.type, path.of(good)).stream().map(extreme -> bent(good, path, extreme)))
                .iterator();
    }

    /** Each field that can hold much at the most that {@code textLength} and {@code entries} allow, made one after the other. */
    Iterator<Bent> largest(SpecificRecord good) {
        return paths(good).stream()
                .flatMap(path -> largest(path.type, path.of(good)).map(most -> bent(good, path, most)).stream())
                .iterator();
    }

    private Optional<Object> largest(Schema type, @Nullable Object held) {
        return switch (type.getType()) {
            case STRING -> Optional.of("x".repeat(textLength));
            case BYTES -> Optional.of(MultipliedEvents.farApart());
            case ARRAY -> largestList(type.getElementType(), held);
            case MAP -> largestMap(type.getValueType());
            case UNION ->
                type.getTypes().stream()
                        .flatMap(branch -> largest(branch, held).stream())
                        .findFirst();
            default -> Optional.empty();
        };
    }

    private Optional<Object> largestList(Schema element, @Nullable Object held) {
        Optional<Object> one =
                held instanceof List<?> list && !list.isEmpty() && element.getType() == Schema.Type.RECORD
                        ? Optional.of(list.get(0))
                        : largest(element, null);
        return one.map(value -> new ArrayList<>(Collections.nCopies(entries, value)));
    }

    private Optional<Object> largestMap(Schema values) {
        Optional<Object> one = values.getType() == Schema.Type.LONG ? Optional.of(1L) : largest(values, null);
        return one.map(value -> IntStream.range(0, entries)
                .boxed()
                .collect(Collectors.toMap(i -> "k" + i + "x".repeat(textLength / 2), i -> value)));
    }

    private static Bent bent(SpecificRecord good, Path path, Object extreme) {
        SpecificRecord copy = copy(good);
        path.put(copy, extreme);
        return new Bent(path.name + " = " + shown(extreme), copy);
    }

    /** Two to six fields at extremes. */
    Bent combination(SpecificRecord good, Random random) {
        List<Path> paths = paths(good);
        SpecificRecord copy = copy(good);
        StringBuilder what = new StringBuilder();
        for (int left = 2 + random.nextInt(5); left > 0; left--) {
            Path path = paths.get(random.nextInt(paths.size()));
            if (path.isIn(copy)) {
                List<Object> extremes = extremes(path.type, path.of(copy));
                Object extreme = extremes.get(random.nextInt(extremes.size()));
                path.put(copy, extreme);
                what.append(path.name).append(" = ").append(shown(extreme)).append("; ");
            }
        }
        return new Bent(what.toString(), copy);
    }

    private static SpecificRecord copy(SpecificRecord event) {
        SpecificData data = ((SpecificRecordBase) event).getSpecificData();
        return data.deepCopy(event.getSchema(), event);
    }

    private static String shown(Object value) {
        String text = String.valueOf(value);
        return text.length() <= 60 ? text : text.substring(0, 60) + "... of " + text.length();
    }

    private static List<Path> paths(SpecificRecord event) {
        List<Path> paths = new ArrayList<>();
        addPaths(event, List.of(), event.getSchema().getName(), paths);
        return paths;
    }

    /** Of lists of records the first one stands for all. */
    private static void addPaths(Object value, List<Integer> before, String name, List<Path> paths) {
        if (value instanceof List<?> list && !list.isEmpty()) {
            addPaths(list.get(0), before, name, paths);
        }
        if (!(value instanceof SpecificRecord record)) {
            return;
        }
        for (Schema.Field field : record.getSchema().getFields()) {
            List<Integer> places = new ArrayList<>(before);
            places.add(field.pos());
            String full = name + "." + field.name();
            Object held = record.get(field.pos());
            if (!(held instanceof SpecificRecord)) {
                paths.add(new Path(places, field.schema(), full));
            }
            addPaths(held, places, full, paths);
        }
    }

    private static SpecificRecord inner(Object held) {
        return (SpecificRecord) (held instanceof List<?> list ? list.get(0) : held);
    }

    private List<Object> extremes(Schema type, Object held) {
        List<Object> extremes = new ArrayList<>();
        List<Schema> branches = type.isUnion() ? type.getTypes() : List.of(type);
        for (Schema branch : branches) {
            extremes.addAll(of(branch, held));
        }
        return extremes;
    }

    private List<Object> of(Schema type, Object held) {
        return switch (type.getType()) {
            case INT -> List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> type.getLogicalType() == null ? LONGS : STAMPS;
            case DOUBLE -> DOUBLES;
            case BOOLEAN -> List.of(true, false);
            case STRING ->
                List.of(
                        "",
                        "x".repeat(textLength),
                        "\u0000\u001b]0;x\u0007\r\n",
                        LoneSurrogates.PLACE,
                        "a/b",
                        "\u202e");
            case BYTES ->
                SKETCHES.stream().map(bytes -> (Object) ByteBuffer.wrap(bytes)).toList();
            case ENUM -> enums(type);
            case ARRAY -> arrays(type, held);
            case MAP -> maps(type);
            case NULL -> Collections.singletonList(null);
            default -> List.of();
        };
    }

    private static final List<Object> LONGS = List.of(
            0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 4_095, 1L << 53, 1L << 48, (1L << 48) + 1);

    private static final List<Object> DOUBLES = List.of(
            0.0,
            -1.0,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            9_007_199_254_740_992.0);

    private static final List<Object> STAMPS = List.of(
            Instant.EPOCH,
            Instant.parse("1600-01-01T00:00:00Z"),
            Instant.parse("1677-09-21T00:12:43Z"),
            Instant.parse("1969-12-31T23:59:59.999999Z"),
            Instant.parse("1970-01-02T00:00:00Z"),
            Instant.parse("2199-12-31T00:00:00Z"),
            Instant.parse("2262-04-11T23:47:17Z"),
            Instant.parse("2300-01-01T00:00:00Z"),
            Instant.parse("9999-12-31T00:00:00Z"));

    /** Of version 1, scale 5; sum, min, max, zeros, slots, and a slot with its count. */
    private static final List<byte[]> SKETCHES = List.of(
            new byte[0],
            new byte[] {9},
            sketch(1, Long.MAX_VALUE, 1, 0, 1, 0, 1),
            sketch(1L << 51, 1, 1, 0, 1, 0, 1),
            sketch(1, 1, 1L << 47, 0, 1, 2_000, 1),
            sketch(1, 1, 1, 0, 1, 500, 1),
            sketch(0, 5, 5, 1, 0),
            sketch(1L << 50, 1L << 47, 1L << 47, 0, 1, 1_504, 1_000_000),
            sketch(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 0));

    private static byte[] sketch(long... numbers) {
        ByteBuffer out = ByteBuffer.allocate(100).put((byte) 1).put((byte) 5);
        for (long number : numbers) {
            long rest = number;
            for (; rest > 0x7f; rest >>>= 7) {
                out.put((byte) ((rest & 0x7f) | 0x80));
            }
            out.put((byte) rest);
        }
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    private static List<Object> enums(Schema type) {
        Class<?> kind = SpecificData.get().getClass(type);
        Object[] symbols = kind.getEnumConstants();
        return List.of(symbols[0], symbols[symbols.length - 1]);
    }

    private List<Object> arrays(Schema type, Object held) {
        Schema element = type.getElementType();
        List<Object> lists = new ArrayList<>();
        lists.add(new ArrayList<>());
        if (held instanceof List<?> list && !list.isEmpty()) {
            lists.add(new ArrayList<>(Collections.nCopies(entries, list.get(0))));
        }
        if (element.getType() != Schema.Type.RECORD) {
            of(element, null).forEach(one -> lists.add(new ArrayList<>(List.of(one))));
        }
        return lists;
    }

    private List<Object> maps(Schema type) {
        List<Object> maps = new ArrayList<>();
        maps.add(new HashMap<>());
        if (type.getValueType().getType() != Schema.Type.RECORD) {
            List<Object> values = of(type.getValueType(), null);
            values.forEach(value -> maps.add(new HashMap<>(Map.of("key", value, "TTFT", value, "queue_depth", value))));
            Map<String, Object> large = new HashMap<>();
            for (int i = 0; i < entries; i++) {
                large.put("k" + i, values.get(0));
            }
            maps.add(large);
        }
        return maps;
    }
}
