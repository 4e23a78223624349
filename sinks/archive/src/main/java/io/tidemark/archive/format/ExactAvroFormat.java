package io.tidemark.archive.format;

import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import java.io.IOException;
import java.lang.reflect.Field;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.flink.formats.avro.AvroDeserializationSchema;
import org.apache.flink.formats.avro.RegistryAvroDeserializationSchema;
import org.jspecify.annotations.Nullable;

/**
 * Flink's format for Avro with Confluent's registry, made exact. Flink's own keeps one buffering decoder for all records, so what one
 * record leaves over is read as the beginning of the next; here such a record is refused and the decoder made anew. Not thread-safe.
 */
final class ExactAvroFormat {
    private static final int HEADER_BYTES = 5;
    private static final Field DECODER = decoderOfFlink();

    private final Dataset dataset;
    private final WriterSchemas schemas;
    private RegistryAvroDeserializationSchema<GenericRecord> format;

    ExactAvroFormat(Dataset dataset, SchemaRegistryClient registry) {
        this.dataset = dataset;
        this.schemas = new WriterSchemas(registry, dataset.row().getFullName());
        this.format = anew();
    }

    /** @throws RegistryOutageException if the registry is needed and cannot be asked */
    DecodeResult read(byte @Nullable [] value) {
        if (value == null) {
            return new DecodeResult.Refused("it has no value");
        }
        if (value.length < HEADER_BYTES) {
            return new DecodeResult.Refused("it has only " + value.length + " bytes");
        }
        if (value[0] != 0) {
            return new DecodeResult.Refused("it begins with 0x%02x".formatted(value[0]));
        }
        return decoded(value);
    }

    private DecodeResult decoded(byte[] value) {
        try {
            GenericRecord row = format.deserialize(value);
            return isUsedUp() ? new DecodeResult.Event(row) : refused("it has bytes after its end");
        } catch (RegistryOutageException e) {
            throw e;
        } catch (WriterSchemas.NotThisEvent e) {
            return refused(String.valueOf(e.getMessage()));
        } catch (IOException | RuntimeException e) {
            // Broken Avro shows as EOF, as an index out of bounds, as a negative length: all are properties of these
            // bytes.
            return refused(
                    value.length + " bytes are not a whole " + dataset.row().getName() + ": " + e);
        }
    }

    private DecodeResult refused(String reason) {
        format = anew();
        return new DecodeResult.Refused(reason);
    }

    private RegistryAvroDeserializationSchema<GenericRecord> anew() {
        return new RegistryAvroDeserializationSchema<>(GenericRecord.class, dataset.row(), () -> schemas);
    }

    private boolean isUsedUp() throws IOException {
        try {
            return ((BinaryDecoder) DECODER.get(format)).isEnd();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("Flink's decoder is out of reach", e);
        }
    }

    /** Flink keeps it to itself; a version without it stops the job at its start. */
    private static Field decoderOfFlink() {
        try {
            Field decoder = AvroDeserializationSchema.class.getDeclaredField("decoder");
            decoder.setAccessible(true);
            return decoder;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("this version of flink-avro keeps no decoder; the archive is for 2.2.0", e);
        }
    }
}
