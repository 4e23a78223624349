package io.tidemark.schemas.serde;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.schemas.deadletter.RecordRejection;
import java.io.IOException;
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
    /** Types and symbols of enums, with those of a named type counted as often as it is used. */
    public static final int MAX_NODES = 10_000;

    /** Types within one another. */
    public static final int MAX_DEPTH = 32;

    /** Records, enums and fixed types. */
    public static final int MAX_NAMED_TYPES = 256;

    /** Types that a value at one place may have, by its unions. Two schemas are compared in at most {@link #MAX_NODES} times these steps. */
    public static final int MAX_BRANCHES = 32;

    /** Of a type with its namespace, of a field, or of a symbol of an enum. */
    public static final int MAX_NAME_CHARACTERS = 256;

    /** Values of the schema's JSON, of which each takes about 100 bytes of heap: also those of properties, defaults and aliases. */
    public static final int MAX_JSON_VALUES = 20_000;

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
     * @param branches at most one more than {@link #MAX_BRANCHES}
     * @param isEmpty whether a value may take no byte at all
     */
    private record Extent(int nodes, int depth, int branches, boolean isEmpty) {
        static final Extent BYTES = new Extent(1, 1, 1, false);
        static final Extent NOTHING = new Extent(1, 1, 1, true);

        static Extent around(List<Extent> parts, boolean isEmpty) {
            int nodes = 1;
            int depth = 0;
            int branches = 1;
            for (Extent part : parts) {
                nodes = Math.min(MAX_NODES + 1, nodes + part.nodes);
                depth = Math.max(depth, part.depth);
                branches = Math.max(branches, part.branches);
            }
            return new Extent(nodes, depth + 1, branches, isEmpty);
        }

        static Extent ofUnion(List<Extent> parts) {
            Extent around = around(parts, false);
            int branches = parts.stream().mapToInt(Extent::branches).sum();
            return new Extent(around.nodes, around.depth, Math.min(MAX_BRANCHES + 1, branches), false);
        }
    }

    /**
     * The rule that a schema breaks, with the value; empty if it breaks none.
     *
     * @param text the schema's JSON
     */
    public static Optional<String> broken(Schema schema, String text) {
        if (text.length() > MAX_CHARACTERS) {
            return Optional.of("it must have at most " + MAX_CHARACTERS + " characters but has " + text.length());
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
            return Optional.of(
                    "it must have at most " + MAX_NODES + " types and symbols, counted as often as they are used");
        }
        if (limits.named.size() > MAX_NAMED_TYPES) {
            return Optional.of(
                    "it must have at most " + MAX_NAMED_TYPES + " named types but has " + limits.named.size());
        }
        return whole.branches > MAX_BRANCHES
                ? Optional.of("a value at one place must have at most " + MAX_BRANCHES + " types by its unions")
                : brokenByJson(text);
    }

    private static Optional<String> brokenByJson(String text) {
        int values = 0;
        try (JsonParser json = new JsonFactory().createParser(text)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                values += token.isStructStart() || token.isScalarValue() ? 1 : 0;
            }
        } catch (IOException e) {
            return Optional.of("its JSON must be readable: " + RecordRejection.shown(String.valueOf(e.getMessage())));
        }
        return values > MAX_JSON_VALUES
                ? Optional.of("it must have at most " + MAX_JSON_VALUES + " JSON values but has " + values)
                : Optional.empty();
    }

    private Extent extent(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> Extent.NOTHING;
            case ARRAY -> Extent.around(List.of(filled(schema, schema.getElementType())), false);
            case MAP -> Extent.around(List.of(filled(schema, schema.getValueType())), false);
            case UNION ->
                Extent.ofUnion(schema.getTypes().stream().map(this::extent).toList());
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
        requireShort(name);
        Extent extent = switch (schema.getType()) {
            case RECORD -> ofRecord(schema);
            case FIXED -> schema.getFixedSize() == 0 ? Extent.NOTHING : Extent.BYTES;
            default -> ofEnum(schema);
        };
        named.put(name, extent);
        return extent;
    }

    private Extent ofRecord(Schema schema) {
        schema.getFields().forEach(field -> requireShort(field.name()));
        Stream<Schema> fields = schema.getFields().stream().map(Schema.Field::schema);
        List<Extent> parts = fields.map(field -> filled(schema, field)).toList();
        return Extent.around(parts, parts.stream().allMatch(Extent::isEmpty));
    }

    private Extent ofEnum(Schema schema) {
        schema.getEnumSymbols().forEach(this::requireShort);
        return new Extent(Math.min(MAX_NODES, schema.getEnumSymbols().size()) + 1, 1, 1, false);
    }

    private void requireShort(String name) {
        if (name.length() > MAX_NAME_CHARACTERS) {
            breaks("its name " + RecordRejection.shown(name) + " must have at most " + MAX_NAME_CHARACTERS
                    + " characters but has " + name.length());
        }
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
