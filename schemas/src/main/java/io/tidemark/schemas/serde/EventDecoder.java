package io.tidemark.schemas.serde;

import static java.util.stream.Collectors.joining;

import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.deadletter.RecordRejection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaIncompatibilityType;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Confluent's wire format to events of one type, whichever version wrote them. The registry is asked once per id. Not
 * thread-safe: it keeps its Avro decoder.
 */
public final class EventDecoder<T extends SpecificRecord> {
    private static final int SHOWN_INCOMPATIBILITIES = 3;

    private final SchemaRegistry registry;
    private final Class<T> type;
    private final Schema schema;
    private final SpecificData data;
    private final Map<Integer, SpecificDatumReader<T>> readers = new HashMap<>();
    /** Why a schema that the registry has is none of this event. */
    private final Map<Integer, String> unreadable = new HashMap<>();

    private @Nullable BinaryDecoder decoder;

    EventDecoder(SchemaRegistry registry, Class<T> type) {
        this.registry = registry;
        this.type = type;
        this.schema = SpecificData.get().getSchema(type);
        this.data = SpecificData.getForClass(type);
    }

    /**
     * @throws EventDecodeException if these bytes are no event of this type and never will be
     * @throws RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public T decode(RecordPosition position, byte @Nullable [] bytes) {
        if (bytes == null) {
            throw new EventDecodeException.NotAnEvent(position, "the record has none");
        }
        if (bytes.length < WireFormat.HEADER_BYTES) {
            throw new EventDecodeException.NotAnEvent(position, "it has only " + bytes.length + " bytes");
        }
        if (bytes[0] != WireFormat.MAGIC) {
            throw new EventDecodeException.NotAnEvent(position, "it begins with 0x%02x".formatted(bytes[0]));
        }
        requireWithin(position, RecordLimits.ofSize(type, bytes.length));
        int id = ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
        T event = read(position, reader(id, position), bytes);
        requireWithin(position, RecordLimits.of(event, bytes.length));
        return event;
    }

    static void requireWithin(RecordPosition position, Optional<RecordLimits.Excess> excess) {
        excess.ifPresent(over -> {
            throw new EventDecodeException.OverLimit(position, over);
        });
    }

    private SpecificDatumReader<T> reader(int id, RecordPosition position) {
        SpecificDatumReader<T> known = readers.get(id);
        if (known != null) {
            return known;
        }
        SpecificDatumReader<T> reader = new SpecificDatumReader<>(writer(id, position), schema, data);
        readers.put(id, reader);
        return reader;
    }

    /**
     * The schema of an id by which events of this type can be read.
     *
     * @throws EventDecodeException if there is none
     * @throws RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public Schema writer(int id, RecordPosition position) {
        String known = unreadable.get(id);
        if (known != null) {
            throw new EventDecodeException.WrongSchema(position, known);
        }
        Schema writer = registry.schema(id, position);
        Optional<String> whyNot = whyNotReadable(id, writer);
        if (whyNot.isPresent()) {
            unreadable.put(id, whyNot.get());
            throw new EventDecodeException.WrongSchema(position, whyNot.get());
        }
        return writer;
    }

    private Optional<String> whyNotReadable(int id, Schema writer) {
        if (!writer.getFullName().equals(schema.getFullName())) {
            return Optional.of("schema " + id + " must be " + schema.getFullName() + " but is "
                    + RecordRejection.shown(writer.getFullName()));
        }
        // A state that a newer version added to a union: only the records that have it cannot be read.
        var compatibility = SchemaCompatibility.checkReaderWriterCompatibility(schema, writer);
        boolean isReadable = compatibility.getResult().getIncompatibilities().stream()
                .allMatch(one -> one.getType() == SchemaIncompatibilityType.MISSING_UNION_BRANCH);
        return isReadable
                ? Optional.empty()
                : Optional.of("schema " + id + " cannot be read as this version's " + schema.getFullName() + ": "
                        + compatibility.getResult().getIncompatibilities().stream()
                                .limit(SHOWN_INCOMPATIBILITIES)
                                .map(one -> RecordRejection.shown(
                                        one.getType() + " at " + one.getLocation() + ": " + one.getMessage()))
                                .collect(joining(", ")));
    }

    private T read(RecordPosition position, SpecificDatumReader<T> reader, byte[] bytes) {
        BinaryDecoder avro = DecoderFactory.get()
                .binaryDecoder(bytes, WireFormat.HEADER_BYTES, bytes.length - WireFormat.HEADER_BYTES, decoder);
        decoder = avro;
        try {
            T event = reader.read(null, avro);
            if (!avro.isEnd()) {
                throw new EventDecodeException.Malformed(position, "the record has bytes after its end", null);
            }
            return event;
        } catch (EventDecodeException e) {
            throw e;
        } catch (AvroTypeException e) {
            throw new EventDecodeException.WrongSchema(
                    position,
                    "it has a state that this version's " + schema.getName() + " does not have: "
                            + RecordRejection.shown(String.valueOf(e.getMessage())));
        } catch (IOException | RuntimeException e) {
            // Broken Avro shows as EOF, as an index out of bounds, as a negative length: all are properties of these
            // bytes.
            throw new EventDecodeException.Malformed(
                    position,
                    bytes.length + " bytes are not a whole " + schema.getName() + ": " + RecordRejection.shown(e),
                    e);
        }
    }
}
