package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.ChunkDecoder;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** The yardstick: one thread that reads a team's tokens and requests to their ends, with the fetch settings of the topology. */
final class BareReader {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Stack stack;
    private final NanoClock clock;

    /** What was read; {@code counted} is the sum of what the reader makes of each record. */
    record Read(Pace pace, long records, long counted) {}

    BareReader(Stack stack, NanoClock clock) {
        this.stack = stack;
        this.clock = clock;
    }

    /** Reads bytes; {@code counted} is how many. */
    Read bytes(Team team) {
        return read(team, ConsumerRecord::serializedValueSize);
    }

    /** Decodes each record as the topology does, and looks at each of its fields. */
    Read decoded(Team team) {
        ChunkDecoder chunks = stack.registry().chunkDecoder();
        return read(
                team,
                byTopic(team, record -> Touch.everyField(chunks.decode(RecordPosition.of(record), record.value()))));
    }

    /** Decodes each record by Avro's own reader, and looks at each of its fields. */
    Read decodedByAvro(Team team) {
        EventDecoder<TokenBatch> batches = stack.registry().decoder(TokenBatch.class);
        return read(
                team,
                byTopic(team, record -> Touch.everyField(batches.decode(RecordPosition.of(record), record.value()))));
    }

    private ToLongFunction<ConsumerRecord<byte[], byte[]>> byTopic(
            Team team, ToLongFunction<ConsumerRecord<byte[], byte[]>> tokens) {
        EventDecoder<RequestEvent> requests = stack.registry().decoder(RequestEvent.class);
        String tokensTopic = Topic.TOKENS.in(team);
        return record -> record.topic().equals(tokensTopic)
                ? tokens.applyAsLong(record)
                : Touch.everyField(requests.decode(RecordPosition.of(record), record.value()));
    }

    private Read read(Team team, ToLongFunction<ConsumerRecord<byte[], byte[]>> count) {
        try (KafkaConsumer<byte[], byte[]> consumer = stack.consumer(team, Topic.TOKENS, Topic.REQUESTS)) {
            long all = consumer.endOffsets(consumer.assignment()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            long records = 0;
            long counted = 0;
            long startRecords = 0;
            long startNanos = 0;
            while (records < all) {
                ConsumerRecords<byte[], byte[]> some = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> record : some) {
                    counted += count.applyAsLong(record);
                }
                records += some.count();
                if (startRecords == 0 && records >= Pace.START * all) {
                    startRecords = records;
                    startNanos = clock.nanos();
                }
            }
            return new Read(new Pace(records - startRecords, clock.nanos() - startNanos), records, counted);
        }
    }
}
