package io.tidemark.streams.wire;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Writes events as the release before wrote them, so that its hosts read what hosts of this version leave in state and internal topics.
 * An event with something that the earlier schema cannot hold stays in the schema of this version, and an earlier host refuses it.
 */
final class ReleaseBefore {
    /** Fingerprints of the schemas of the release before, for each event of which this version has another; see {@link EarlierSchemas}. */
    static final Map<String, Long> FINGERPRINTS = Map.of("io.tidemark.events.ControlEvent", -3530640304149429086L);

    private static final Map<String, Schema> SCHEMAS = EarlierSchemas.ALL.stream()
            .filter(schema -> Long.valueOf(SchemaNormalization.parsingFingerprint64(schema))
                    .equals(FINGERPRINTS.get(schema.getFullName())))
            .collect(toUnmodifiableMap(Schema::getFullName, schema -> schema));

    private ReleaseBefore() {}

    /** Empty where this version and the release before have the same schema, and where the earlier one would lose something. */
    static Optional<byte[]> encode(SpecificRecord event) throws IOException {
        Schema current = event.getSchema();
        Schema earlier = SCHEMAS.get(current.getFullName());
        if (earlier == null) {
            return Optional.empty();
        }
        try {
            byte[] now = written(new SpecificDatumWriter<>(current), event);
            GenericRecord then = read(now, current, earlier);
            byte[] kept = written(new GenericDatumWriter<>(earlier), then);
            boolean isWhole = read(kept, earlier, current).equals(read(now, current, current));
            return isWhole ? Optional.of(withFingerprint(earlier, then)) : Optional.empty();
        } catch (AvroRuntimeException e) {
            // A state or a symbol that the earlier schema has not.
            return Optional.empty();
        }
    }

    private static <T> byte[] written(DatumWriter<T> writer, T event) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        writer.write(event, encoder);
        return out.toByteArray();
    }

    private static GenericRecord read(byte[] bytes, Schema writer, Schema reader) throws IOException {
        return new GenericDatumReader<GenericRecord>(writer, reader)
                .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    }

    private static byte[] withFingerprint(Schema schema, GenericRecord event) throws IOException {
        return AvroBytes.bytes(new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(event));
    }
}
