package io.tidemark.cluster.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka clients for text, of one broker. Topics have one partition. */
public final class TextClients {
    private static final int TRIES = 600;
    private static final long PAUSE_NANOS = 100_000_000;

    private final String bootstrapServers;

    public TextClients(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    static TopicPartition first(String topic) {
        return new TopicPartition(topic, 0);
    }

    public Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    KafkaProducer<String, String> transactionalProducer(String transactionalId) {
        return producer(Map.of("transactional.id", transactionalId));
    }

    KafkaProducer<String, String> impatientProducer() {
        return producer(Map.of("max.block.ms", 1_500));
    }

    /** Waits for all replicas; the time that the broker gave the record, in ms of its epoch. */
    long send(ProducerRecord<String, String> record) throws Exception {
        try (KafkaProducer<String, String> producer = producer(Map.of())) {
            return producer.send(record).get().timestamp();
        }
    }

    public long send(String topic, String key, String value) throws Exception {
        return send(new ProducerRecord<>(topic, key, value));
    }

    KafkaConsumer<String, String> consumer(String group) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", bootstrapServers);
        config.put("group.id", group);
        config.put("isolation.level", "read_committed");
        config.put("enable.auto.commit", false);
        return new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
    }

    Map<TopicPartition, OffsetAndMetadata> offset(String topic, long offset) {
        return Map.of(first(topic), new OffsetAndMetadata(offset));
    }

    /** The values of all committed records there are now, oldest first. */
    public List<String> valuesToEnd(String topic) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer("reader")) {
            consumer.assign(Set.of(first(topic)));
            consumer.seekToBeginning(Set.of(first(topic)));
            long end = consumer.endOffsets(Set.of(first(topic))).get(first(topic));
            for (int tries = 0; consumer.position(first(topic)) < end; tries++) {
                assertThat(tries).as("polls without reaching offset " + end).isLessThan(TRIES);
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }

    /** Asks until the answer is as expected, for a minute at most. */
    static <T> void await(Supplier<T> question, T expected) {
        T answer = question.get();
        for (int tries = 0; !answer.equals(expected) && tries < TRIES; tries++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            answer = question.get();
        }
        assertThat(answer).isEqualTo(expected);
    }

    private KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put("bootstrap.servers", bootstrapServers);
        config.put("acks", "all");
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }
}
