package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** The yardstick: a consumer that reads a team's tokens topic to its end and does as little as possible. */
final class BareReader {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Stack stack;
    private final NanoClock clock;

    /** What was read; {@code counted} is of whatever the reader counts. */
    record Read(long records, long counted, long nanos) {}

    BareReader(Stack stack, NanoClock clock) {
        this.stack = stack;
        this.clock = clock;
    }

    /** Reads bytes, and counts them. */
    Read raw(Team team) {
        return read(team, record -> record.serializedValueSize());
    }

    /** Decodes each record, and counts its chunks. */
    Read decoded(Team team) {
        EventDecoder<TokenBatch> decoder = stack.registry().decoder(TokenBatch.class);
        return read(
                team,
                record -> decoder.decode(RecordPosition.of(record), record.value())
                        .getGapsNanos()
                        .size());
    }

    private Read read(Team team, ToLongFunction<ConsumerRecord<byte[], byte[]>> count) {
        try (KafkaConsumer<byte[], byte[]> consumer = stack.consumer(team, Topic.TOKENS)) {
            long all = consumer.endOffsets(Stack.partitions(team, Topic.TOKENS)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            long began = clock.nanos();
            long records = 0;
            long counted = 0;
            while (records < all) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    records++;
                    counted += count.applyAsLong(record);
                }
            }
            return new Read(records, counted, clock.nanos() - began);
        }
    }
}
