package io.tidemark.archive.format;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.OneLine;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** From a record to its row: of its stream's dataset, or of what was rejected. Not thread-safe. */
final class RowMapper {
    private static final int LONGEST_REASON = 1_000;
    private static final Instant LAST_DAY = Instant.parse("2200-01-01T00:00:00Z");

    private final RowDecoder requests;
    private final RowDecoder tokens;

    RowMapper(SchemaRegistry registry) {
        this.requests = new RowDecoder(Dataset.REQUESTS, registry.decoder(RequestEvent.class));
        this.tokens = new RowDecoder(Dataset.TOKENS, registry.decoder(TokenBatch.class));
    }

    /** @throws RegistryUnavailableException if the registry is needed and cannot be asked */
    Row row(KafkaRecord record) {
        Topic.Located located = Topic.locate(record.topic())
                .orElseThrow(() -> new IllegalArgumentException("not one of our topics: " + record.topic()));
        Dataset dataset = Dataset.of(located.topic())
                .orElseThrow(() -> new IllegalArgumentException("not archived: " + record.topic()));
        String team = located.team().name();
        RowDecoder decoder = dataset == Dataset.REQUESTS ? requests : tokens;
        RecordPosition position = new RecordPosition(record.topic(), record.partition(), record.offset());
        DecodeResult reading = placed(decoder.decode(position, record.value()), dataset, record.appendedMillis());
        if (reading instanceof DecodeResult.Refused refused) {
            return new Row(Dataset.REJECTED, rejected(record, refused.reason(), team));
        }
        GenericRecord row = ((DecodeResult.Event) reading).row();
        row.put(ArchiveSchemas.PARTITION, record.partition());
        row.put(ArchiveSchemas.OFFSET, record.offset());
        row.put(ArchiveSchemas.TEAM, team);
        return new Row(dataset, row);
    }

    /** A row's folder is named by its run and its day. */
    private static DecodeResult placed(DecodeResult reading, Dataset dataset, long appendedMillis) {
        if (!(reading instanceof DecodeResult.Event event)) {
            return reading;
        }
        Optional<String> problem = Ulid.problem(
                        event.row().get(ArchiveSchemas.RUN).toString(), appendedMillis)
                .or(() -> dayProblem(dataset.dated(), (Long) event.row().get(dataset.dated())));
        return problem.isPresent() ? new DecodeResult.Refused(problem.get()) : reading;
    }

    private static Optional<String> dayProblem(String field, long micros) {
        Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        return time.isBefore(Instant.EPOCH) || time.isAfter(LAST_DAY)
                ? Optional.of(field + " must be in [" + Instant.EPOCH + ", " + LAST_DAY + "] but was " + time)
                : Optional.empty();
    }

    private static GenericRecord rejected(KafkaRecord record, String rule, String team) {
        String reason = OneLine.of(rule);
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
