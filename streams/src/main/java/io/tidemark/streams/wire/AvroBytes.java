package io.tidemark.streams.wire;

import io.tidemark.schemas.serde.ReleaseBefore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.message.BadHeaderException;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.MissingSchemaException;
import org.apache.avro.specific.SpecificRecord;

/**
 * Events inside internal records, in Avro's single-object encoding: a fingerprint names the writer's schema, so a later
 * version can still identify what it reads, without the registry.
 */
public final class AvroBytes {
    private static final String NO_EVENT = "internal record holds no event that this version can read: ";

    /** Of Avro's single-object encoding. */
    private static final byte[] MARKER = {(byte) 0xC3, 0x01};

    private AvroBytes() {}

    /** By the schema of the release before, where its hosts then read the same event; by that of this version otherwise. */
    public static <T> byte[] encode(BinaryMessageEncoder<T> encoder, T event) {
        return encode(encoder, event, ReleaseBefore.CURRENT);
    }

    static <T> byte[] encode(BinaryMessageEncoder<T> encoder, T event, ReleaseBefore releaseBefore) {
        try {
            if (event instanceof SpecificRecord record) {
                Optional<ReleaseBefore.Written> earlier = releaseBefore.write(record);
                if (earlier.isPresent()) {
                    return singleObject(earlier.get());
                }
            }
            ByteBuffer buffer = encoder.encode(event);
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] singleObject(ReleaseBefore.Written event) {
        return ByteBuffer.allocate(MARKER.length + Long.BYTES + event.body().length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MARKER)
                .putLong(SchemaNormalization.parsingFingerprint64(event.schema()))
                .put(event.body())
                .array();
    }

    /** @throws WireFormatException if the bytes are short, or of a schema that this version does not know */
    public static <T> T decode(BinaryMessageDecoder<T> decoder, byte[] bytes) {
        return decode(decoder, bytes, EarlierSchemas.ALL);
    }

    static <T> T decode(BinaryMessageDecoder<T> decoder, byte[] bytes, List<Schema> earlier) {
        try {
            return decoder.decode(bytes);
        } catch (MissingSchemaException e) {
            earlier.forEach(decoder::addSchema);
            return again(decoder, bytes);
        } catch (IOException | AvroRuntimeException e) {
            throw unreadable(e);
        }
    }

    private static <T> T again(BinaryMessageDecoder<T> decoder, byte[] bytes) {
        try {
            return decoder.decode(bytes);
        } catch (MissingSchemaException e) {
            throw new WireFormatException(NO_EVENT + e.getMessage() + WireFormatException.NEWER_WROTE_IT);
        } catch (IOException | AvroRuntimeException e) {
            throw unreadable(e);
        }
    }

    private static WireFormatException unreadable(Exception e) {
        return e instanceof BadHeaderException || e instanceof AvroTypeException
                ? new WireFormatException(NO_EVENT + e.getMessage() + WireFormatException.WHAT_HELPS)
                : WireFormatException.corrupt(NO_EVENT + e.getMessage());
    }
}
