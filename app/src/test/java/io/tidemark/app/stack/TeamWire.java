package io.tidemark.app.stack;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** A team's topics as somebody with nothing but Kafka's client has them: bytes. */
final class TeamWire implements AutoCloseable {
    private final String bootstrapServers;
    private final Team team;
    private final KafkaProducer<String, byte[]> producer;

    TeamWire(String bootstrapServers, Team team) {
        this.bootstrapServers = bootstrapServers;
        this.team = team;
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers), new StringSerializer(), new ByteArraySerializer());
    }

    /** Sends any bytes; returns where they stand. */
    RecordMetadata send(Topic topic, byte @Nullable [] value) throws InterruptedException {
        try {
            return producer.send(new ProducerRecord<>(topic.in(team), "some/body/0", value))
                    .get();
        } catch (ExecutionException e) {
            throw new AssertionError("not sent to " + topic, e);
        }
    }

    /** Everything committed so far. */
    List<ConsumerRecord<String, byte[]>> records(Topic topic) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic.in(team)).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    @Override
    public void close() {
        producer.close();
    }
}
