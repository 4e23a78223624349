package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.KeyPartitioner;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes events of one team as the producer and the streams do. */
final class Publisher implements AutoCloseable {
    static final int PARTITIONS = 2;

    private final Team team;
    private final SchemaRegistry registry;
    private final KafkaProducer<String, byte[]> producer;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();

    Publisher(String bootstrapServers, String registryUrl, Team team, Map<String, Object> more) {
        this.team = team;
        this.registry = SchemaRegistry.connect(RegistryConfig.of(registryUrl));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            new TopicBootstrap(admin, registry).create(team, PARTITIONS, (short) 1);
        }
        Map<String, Object> settings = new HashMap<>(more);
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, KeyPartitioner.class);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        this.producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
    }

    KafkaProducer<String, byte[]> producer() {
        return producer;
    }

    <T extends SpecificRecord> void publish(Topic topic, String key, T event) {
        @SuppressWarnings("unchecked") // the class of an event of type T is a Class<T>
        Class<T> type = (Class<T>) event.getClass();
        raw(topic, key, registry.encoder(topic, team, type).encode(event));
    }

    void raw(Topic topic, String key, byte[] value) {
        sent.add(producer.send(new ProducerRecord<>(topic.in(team), key, value)));
    }

    void flush() {
        producer.flush();
        sent.forEach(Publisher::requireSent);
        sent.clear();
    }

    private static void requireSent(Future<RecordMetadata> one) {
        try {
            one.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError("a record was not sent", e);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
