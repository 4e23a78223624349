package io.tidemark.bench.alerts;

import io.tidemark.app.stack.StackFile;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a team's topics hold: requests that ended, and the records of breaches with the time at which the broker took them. */
final class PublishedEvents {
    private static final Duration POLL = Duration.ofMillis(500);

    private final StackFile.Entry stack;
    private final SchemaRegistry registry;
    private final Team team;

    PublishedEvents(StackFile.Entry stack, Team team) {
        this.stack = stack;
        this.registry = SchemaRegistry.connect(RegistryConfig.embedded(stack.registry()));
        this.team = team;
    }

    List<BreachRecord> breaches() {
        EventDecoder<SloBreach> decoder = registry.decoder(SloBreach.class);
        return all(Topic.BREACHES).stream()
                .map(record -> new BreachRecord(decoded(decoder, record), Instant.ofEpochMilli(record.timestamp())))
                .toList();
    }

    List<CrossingMoment.Ended> requests() {
        EventDecoder<RequestEvent> decoder = registry.decoder(RequestEvent.class);
        return all(Topic.REQUESTS).stream()
                .map(record -> decoded(decoder, record))
                .map(request -> new CrossingMoment.Ended(
                        request.getDue().plusNanos(Objects.requireNonNull(request.getEndNanos())),
                        request.getOutcome() != Outcome.OK))
                .toList();
    }

    /** How many requests have ended by now, about. */
    long requestCount() {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            return consumer.endOffsets(partitions(consumer, Topic.REQUESTS)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, Topic topic) {
        return consumer.partitionsFor(topic.in(team)).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
    }

    private static <T extends SpecificRecord> T decoded(
            EventDecoder<T> decoder, ConsumerRecord<byte[], byte[]> record) {
        return decoder.decode(RecordPosition.of(record), record.value());
    }

    /** All committed records of a topic that is no longer written. */
    private List<ConsumerRecord<byte[], byte[]>> all(Topic topic) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(all::add);
            }
        }
        return all;
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        stack.kafka(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
