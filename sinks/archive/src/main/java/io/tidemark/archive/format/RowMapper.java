package io.tidemark.archive.format;

import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** From a record to its row: of its stream's dataset, or of what was rejected. Not thread-safe. */
final class RowMapper {
    private static final int LONGEST_REASON = 1_000;
    private static final int LAST_YEAR = 9_999;

    private final ExactAvroFormat requests;
    private final ExactAvroFormat tokens;

    RowMapper(SchemaRegistryClient registry) {
        this.requests = new ExactAvroFormat(Dataset.REQUESTS, registry);
        this.tokens = new ExactAvroFormat(Dataset.TOKENS, registry);
    }

    /** @throws RegistryOutageException if the registry is needed and cannot be asked */
    Row row(KafkaRecord record) {
        Topic.Located located = Topic.locate(record.topic())
                .orElseThrow(() -> new IllegalArgumentException("not one of our topics: " + record.topic()));
        Dataset dataset = Dataset.of(located.topic())
                .orElseThrow(() -> new IllegalArgumentException("not archived: " + record.topic()));
        String team = located.team().name();
        ExactAvroFormat format = dataset == Dataset.REQUESTS ? requests : tokens;
        DecodeResult reading = placed(format.read(record.value()), dataset);
        if (reading instanceof DecodeResult.Refused refused) {
            return new Row(Dataset.REJECTED, rejected(record, refused.reason(), team));
        }
        GenericRecord row = ((DecodeResult.Event) reading).row();
        row.put(ArchiveSchemas.PARTITION, record.partition());
        row.put(ArchiveSchemas.OFFSET, record.offset());
        row.put(ArchiveSchemas.TEAM, team);
        return new Row(dataset, row);
    }

    /** An event must have a folder: its run is a part of the path and may not be anything. */
    private static DecodeResult placed(DecodeResult reading, Dataset dataset) {
        if (!(reading instanceof DecodeResult.Event event)) {
            return reading;
        }
        String run = event.row().get(ArchiveSchemas.RUN).toString();
        if (!Ulid.isValid(run)) {
            return new DecodeResult.Refused("its run must be a 26-character ULID but was \"" + run + "\"");
        }
        long micros = (Long) event.row().get(dataset.dated());
        return hasDay(micros)
                ? reading
                : new DecodeResult.Refused("its " + dataset.dated() + " must be in the years 0 to 9999 but was "
                        + micros + " microseconds since 1970");
    }

    private static boolean hasDay(long micros) {
        try {
            int year = Instant.EPOCH
                    .plus(micros, ChronoUnit.MICROS)
                    .atOffset(ZoneOffset.UTC)
                    .getYear();
            return year >= 0 && year <= LAST_YEAR;
        } catch (DateTimeException | ArithmeticException e) {
            return false;
        }
    }

    private static GenericRecord rejected(KafkaRecord record, String reason, String team) {
        GenericRecord row = new GenericData.Record(Dataset.REJECTED.row());
        row.put("topic", record.topic());
        row.put(ArchiveSchemas.PARTITION, record.partition());
        row.put(ArchiveSchemas.OFFSET, record.offset());
        row.put("appended", TimeUnit.MILLISECONDS.toMicros(record.appendedMillis()));
        row.put("reason", reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "...");
        row.put("key", buffer(record.key()));
        row.put("value", buffer(record.value()));
        row.put(ArchiveSchemas.TEAM, team);
        return row;
    }

    private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }

    /** A row and where it belongs. */
    record Row(Dataset dataset, GenericRecord values) {}
}
