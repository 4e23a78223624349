package io.tidemark.streams.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.MissingSchemaException;

/**
 * Events inside internal records, in Avro's single-object encoding: a fingerprint names the writer's schema, so a later
 * version can still tell what it reads, without the registry.
 */
public final class AvroBytes {
    private AvroBytes() {}

    public static <T> byte[] encode(BinaryMessageEncoder<T> encoder, T event) {
        try {
            ByteBuffer buffer = encoder.encode(event);
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws WireFormatException if the bytes are short, or of a schema that this version does not know */
    public static <T> T decode(BinaryMessageDecoder<T> decoder, byte[] bytes) {
        try {
            return decoder.decode(bytes);
        } catch (MissingSchemaException e) {
            EarlierSchemas.ALL.forEach(decoder::addSchema);
            return again(decoder, bytes);
        } catch (IOException | AvroRuntimeException e) {
            throw unreadable(e);
        }
    }

    private static <T> T again(BinaryMessageDecoder<T> decoder, byte[] bytes) {
        try {
            return decoder.decode(bytes);
        } catch (IOException | AvroRuntimeException e) {
            throw unreadable(e);
        }
    }

    private static WireFormatException unreadable(Exception e) {
        return new WireFormatException("internal record holds no event that this version can read: " + e.getMessage()
                + WireFormatException.WHAT_HELPS);
    }
}
