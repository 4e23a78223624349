package io.tidemark.schemas.serde;

import io.tidemark.schemas.deadletter.RecordRejection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * What the schema of a writer may ask of its readers. A schema of some kilobytes can name a type twice in the next one, again and again, so that
 * one value has 2^40 parts, none of which takes a byte. Within these limits the work for a record is at most its bytes times {@link #MAX_DEPTH}.
 */
public final class WriterSchemaLimits {
    /** Types, with each named one counted as often as it is used. */
    public static final int MAX_NODES = 10_000;

    /** Types within one another. */
    public static final int MAX_DEPTH = 32;

    /** Records, enums and fixed types. Two schemas are compared by pairs of these. */
    public static final int MAX_NAMED_TYPES = 256;

    /** Of the schema as the registry gives it. */
    public static final int MAX_CHARACTERS = 256 << 10;

    private final Map<String, Extent> named = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private Optional<String> broken = Optional.empty();

    private WriterSchemaLimits() {}

    /**
     * Of one type.
     *
     * @param nodes at most one more than {@link #MAX_NODES}
     * @param isEmpty whether a value may take no byte at all
     */
    private record Extent(int nodes, int depth, boolean isEmpty) {
        static final Extent BYTES = new Extent(1, 1, false);
        static final Extent NOTHING = new Extent(1, 1, true);

        static Extent around(List<Extent> parts, boolean isEmpty) {
            int nodes = 1;
            int depth = 0;
            for (Extent part : parts) {
                nodes = Math.min(MAX_NODES + 1, nodes + part.nodes);
                depth = Math.max(depth, part.depth);
            }
            return new Extent(nodes, depth + 1, isEmpty);
        }
    }

    /** The rule that a schema breaks, with the value; empty if it breaks none. */
    public static Optional<String> broken(Schema schema, int characters) {
        if (characters > MAX_CHARACTERS) {
            return Optional.of("it must have at most " + MAX_CHARACTERS + " characters but has " + characters);
        }
        WriterSchemaLimits limits = new WriterSchemaLimits();
        Extent whole = limits.extent(schema);
        if (limits.broken.isPresent()) {
            return limits.broken;
        }
        if (whole.depth > MAX_DEPTH) {
            return Optional.of("its types must be at most " + MAX_DEPTH + " within one another but are " + whole.depth);
        }
        if (whole.nodes > MAX_NODES) {
            return Optional.of("it must have at most " + MAX_NODES + " types, counted as often as they are used");
        }
        return limits.named.size() > MAX_NAMED_TYPES
                ? Optional.of("it must have at most " + MAX_NAMED_TYPES + " named types but has " + limits.named.size())
                : Optional.empty();
    }

    private Extent extent(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> Extent.NOTHING;
            case ARRAY -> Extent.around(List.of(filled(schema, schema.getElementType())), false);
            case MAP -> Extent.around(List.of(filled(schema, schema.getValueType())), false);
            case UNION ->
                Extent.around(schema.getTypes().stream().map(this::extent).toList(), false);
            case RECORD, ENUM, FIXED -> ofNamed(schema);
            default -> Extent.BYTES;
        };
    }

    private Extent ofNamed(Schema schema) {
        String name = schema.getFullName();
        Extent known = named.get(name);
        if (known != null) {
            return known;
        }
        if (!open.add(name)) {
            breaks("its type " + RecordRejection.shown(name) + " must not contain itself");
            return Extent.BYTES;
        }
        Extent extent = switch (schema.getType()) {
            case RECORD -> ofRecord(schema);
            case FIXED -> schema.getFixedSize() == 0 ? Extent.NOTHING : Extent.BYTES;
            default -> Extent.BYTES;
        };
        named.put(name, extent);
        return extent;
    }

    private Extent ofRecord(Schema schema) {
        Stream<Schema> fields = schema.getFields().stream().map(Schema.Field::schema);
        List<Extent> parts = fields.map(field -> filled(schema, field)).toList();
        return Extent.around(parts, parts.stream().allMatch(Extent::isEmpty));
    }

    /** Only a branch of a union may be without bytes: the number of the branch takes one. */
    private Extent filled(Schema in, Schema part) {
        Extent extent = extent(part);
        if (extent.isEmpty) {
            breaks("each value in its type " + RecordRejection.shown(in.getFullName())
                    + " must take a byte but one of type " + RecordRejection.shown(part.getFullName()) + " takes none");
        }
        return extent;
    }

    private void breaks(String rule) {
        broken = broken.or(() -> Optional.of(rule));
    }
}
