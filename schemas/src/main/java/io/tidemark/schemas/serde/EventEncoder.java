package io.tidemark.schemas.serde;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Events of one type to Confluent's wire format, under an id known since construction. Not thread-safe: it keeps its buffer. */
public final class EventEncoder<T extends SpecificRecord> {
    private static final int FIRST_BYTES = 512;

    private final byte[] header;
    private final SpecificDatumWriter<T> writer;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(FIRST_BYTES);
    private final ReleaseBefore releaseBefore;
    private final Optional<byte[]> earlierHeader;
    private @Nullable BinaryEncoder encoder;

    /** @param earlierId of the schema of the release before; empty where the registry has none for the topic */
    EventEncoder(int id, Schema schema, ReleaseBefore releaseBefore, Optional<Integer> earlierId) {
        this.releaseBefore = releaseBefore;
        header = header(id);
        earlierHeader = earlierId.map(EventEncoder::header);
        writer = new SpecificDatumWriter<>(schema, SpecificData.getForSchema(schema));
    }

    private static byte[] header(int id) {
        return ByteBuffer.allocate(WireFormat.HEADER_BYTES)
                .put(WireFormat.MAGIC)
                .putInt(id)
                .array();
    }

    public byte[] encode(T event) {
        return earlierHeader
                .flatMap(first -> releaseBefore.write(event).map(written -> joined(first, written.body())))
                .orElseGet(() -> encodeNow(event));
    }

    private static byte[] joined(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    private byte[] encodeNow(T event) {
        buffer.reset();
        buffer.writeBytes(header);
        BinaryEncoder avro = EncoderFactory.get().binaryEncoder(buffer, encoder);
        encoder = avro;
        try {
            writer.write(event, avro);
            avro.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
        return buffer.toByteArray();
    }
}
