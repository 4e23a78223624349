package io.tidemark.schemas.serde;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Writes events as the release before wrote them, so that its processes read what this version leaves in topics and state. An event with
 * something that the earlier schema cannot hold stays in the schema of this version, and the release before refuses it.
 */
public final class ReleaseBefore {
    /** A line for each event whose schema in the release before is not readable there in its present form. */
    static final String RESOURCE = "release-before.jsonl";

    /** That of this version. */
    public static final ReleaseBefore CURRENT = new ReleaseBefore(read());

    private final Map<String, Schema> schemas;

    private ReleaseBefore(Map<String, Schema> schemas) {
        this.schemas = schemas;
    }

    /** For tests: one whose processes read these schemas of their events. */
    public static ReleaseBefore of(Schema... schemas) {
        return new ReleaseBefore(Arrays.stream(schemas).collect(toUnmodifiableMap(Schema::getFullName, one -> one)));
    }

    /**
     * An event by an earlier schema.
     *
     * @param schema that it was written by
     * @param body as Avro's binary encoding has it, without a header
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on at once, never compared
    public record Written(Schema schema, byte[] body) {}

    /** The schema of the release before; empty where it reads what this version's schema writes. */
    public Optional<Schema> schema(String fullName) {
        return Optional.ofNullable(schemas.get(fullName));
    }

    /** Empty where the release before reads this version's schema, and where its own would lose something. */
    public Optional<Written> write(SpecificRecord event) {
        return schema(event.getSchema().getFullName()).flatMap(earlier -> write(event, earlier));
    }

    private static Optional<Written> write(SpecificRecord event, Schema earlier) {
        Schema current = event.getSchema();
        try {
            byte[] now = bytes(new SpecificDatumWriter<>(current, SpecificData.getForSchema(current)), event);
            byte[] then = bytes(new GenericDatumWriter<>(earlier), read(now, current, earlier));
            boolean isWhole = read(then, earlier, current).equals(read(now, current, current));
            return isWhole ? Optional.of(new Written(earlier, then)) : Optional.empty();
        } catch (AvroRuntimeException e) {
            // A state or a symbol that the earlier schema has not.
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
    }

    private static <T> byte[] bytes(DatumWriter<T> writer, T event) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        writer.write(event, encoder);
        return out.toByteArray();
    }

    private static GenericRecord read(byte[] bytes, Schema writer, Schema reader) throws IOException {
        return new GenericDatumReader<GenericRecord>(writer, reader)
                .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    }

    private static Map<String, Schema> read() {
        try (InputStream in = Objects.requireNonNull(ReleaseBefore.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> new Schema.Parser().parse(line))
                    .collect(toUnmodifiableMap(Schema::getFullName, schema -> schema));
        } catch (IOException e) {
            throw new UncheckedIOException("the schemas of the release before cannot be read", e);
        }
    }
}
