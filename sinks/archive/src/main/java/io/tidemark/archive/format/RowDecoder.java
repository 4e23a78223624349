package io.tidemark.archive.format;

import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Confluent's wire format to rows of one dataset, whichever version wrote them. Not thread-safe: it keeps its Avro decoder. */
final class RowDecoder {
    private static final int HEADER_BYTES = 5;

    private final Dataset dataset;
    private final EventDecoder<?> events;
    private final Map<Integer, GenericDatumReader<GenericRecord>> readers = new HashMap<>();
    private @Nullable BinaryDecoder decoder;

    /** @param events decides which schemas of writers are read */
    RowDecoder(Dataset dataset, EventDecoder<?> events) {
        this.dataset = dataset;
        this.events = events;
    }

    /** @throws RegistryUnavailableException if the registry is needed and cannot be asked */
    DecodeResult decode(RecordPosition position, byte @Nullable [] value) {
        if (value == null) {
            return new DecodeResult.Refused("it has no value");
        }
        if (value.length < HEADER_BYTES) {
            return new DecodeResult.Refused("it has only " + value.length + " bytes");
        }
        if (value[0] != 0) {
            return new DecodeResult.Refused("it begins with 0x%02x".formatted(value[0]));
        }
        try {
            GenericDatumReader<GenericRecord> reader = reader(position, value);
            BinaryDecoder avro =
                    DecoderFactory.get().binaryDecoder(value, HEADER_BYTES, value.length - HEADER_BYTES, decoder);
            decoder = avro;
            GenericRecord row = reader.read(null, avro);
            return avro.isEnd() ? new DecodeResult.Event(row) : new DecodeResult.Refused("it has bytes after its end");
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (EventDecodeException e) {
            return new DecodeResult.Refused(e.rule());
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // Broken Avro shows as EOF, as an index out of bounds, as a negative length: all are properties of these
            // bytes.
            return new DecodeResult.Refused(
                    value.length + " bytes are not a whole " + dataset.row().getName() + ": " + e);
        }
    }

    private GenericDatumReader<GenericRecord> reader(RecordPosition position, byte[] value) {
        int id = ByteBuffer.wrap(value, 1, Integer.BYTES).getInt();
        return readers.computeIfAbsent(
                id, unseen -> new GenericDatumReader<>(events.writer(unseen, position), dataset.row()));
    }
}
