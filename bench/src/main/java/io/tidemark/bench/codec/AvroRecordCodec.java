package io.tidemark.bench.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Avro records after the fingerprint of the schema that they were written by, {@value #FINGERPRINT_BYTES} bytes; read through the resolution of that schema to
 * this version's. Encoder, decoder and buffer are used again. Not thread-safe.
 */
final class AvroRecordCodec<T extends SpecificRecord> {
    private static final int FINGERPRINT_BYTES = Long.BYTES;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final byte[] fingerprint;
    private final SpecificDatumWriter<T> writer;
    private final Map<Long, SpecificDatumReader<T>> readers = new HashMap<>();
    private @Nullable BinaryEncoder encoder;
    private @Nullable BinaryDecoder decoder;

    /** @param coders whether the generated coders of the records are used instead of Avro's default writer and reader */
    AvroRecordCodec(Schema schema, List<Schema> earlier, boolean coders) {
        SpecificData data = new SpecificData();
        data.setCustomCoders(coders);
        data.setFastReaderEnabled(!coders);
        fingerprint = fingerprint(schema);
        writer = new SpecificDatumWriter<>(schema, data);
        readers.put(fingerprintOf(fingerprint), new SpecificDatumReader<>(schema, schema, data));
        earlier.forEach(wrote ->
                readers.put(fingerprintOf(fingerprint(wrote)), new SpecificDatumReader<>(wrote, schema, data)));
    }

    byte[] write(T value) {
        try {
            out.reset();
            out.write(fingerprint);
            encoder = EncoderFactory.get().binaryEncoder(out, encoder);
            writer.write(value, encoder);
            encoder.flush();
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    T read(byte[] bytes) {
        SpecificDatumReader<T> reader = readers.get(fingerprintOf(bytes));
        if (reader == null) {
            throw new IllegalArgumentException("bytes have a schema that is not known: "
                    + Arrays.toString(Arrays.copyOf(bytes, FINGERPRINT_BYTES)));
        }
        try {
            decoder = DecoderFactory.get()
                    .binaryDecoder(bytes, FINGERPRINT_BYTES, bytes.length - FINGERPRINT_BYTES, decoder);
            return reader.read(null, decoder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] fingerprint(Schema schema) {
        return ByteBuffer.allocate(FINGERPRINT_BYTES)
                .putLong(SchemaNormalization.parsingFingerprint64(schema))
                .array();
    }

    private static long fingerprintOf(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }
}
