package io.tidemark.streams;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.kafka.KeyPartitioner;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A team on a real broker: sends its events as producers do, reads its results as sinks do. */
public final class LiveTeam implements AutoCloseable {
    private static final int PARTITIONS = 2;

    private final Team team;
    private final SchemaRegistry registry;
    private final KafkaProducer<String, byte[]> producer;
    private final Properties consumerConfig = new Properties();

    public LiveTeam(Team team, LocalCluster cluster) {
        this.team = team;
        registry = SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl()));
        Properties config = new Properties();
        config.put("bootstrap.servers", cluster.bootstrapServers());
        config.put("partitioner.class", KeyPartitioner.class.getName());
        config.put("linger.ms", 5);
        producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        consumerConfig.put("bootstrap.servers", cluster.bootstrapServers());
        consumerConfig.put("isolation.level", "read_committed");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            new TopicBootstrap(admin, registry).create(team, PARTITIONS, (short) 1);
        }
    }

    public void send(RequestEvent request) {
        send(Topic.REQUESTS, Keys.request(request.getRun(), request.getLane(), request.getLaneSeq()), request);
    }

    public void send(TokenBatch batch) {
        send(Topic.TOKENS, Keys.request(batch.getRun(), batch.getLane(), batch.getLaneSeq()), batch);
    }

    public void send(Heartbeat heartbeat) {
        send(Topic.HEARTBEATS, Keys.heartbeat(heartbeat.getRun(), heartbeat.getLane()), heartbeat);
    }

    void send(ServerSample sample) {
        send(Topic.SERVERS, sample.getTarget(), sample);
    }

    void send(String key, ControlEvent control) {
        send(Topic.CONTROL, key, control);
    }

    public void sendRaw(Topic topic, byte[] value) {
        var unused = producer.send(new ProducerRecord<>(topic.in(team), "garbage", value));
    }

    public void flush() {
        producer.flush();
    }

    /** Everything committed so far. */
    public <T extends SpecificRecord> List<T> read(Topic topic, Class<T> type) {
        EventDecoder<T> decoder = registry.decoder(type);
        return records(topic).stream()
                .map(record -> decoder.decode(RecordPosition.of(record), record.value()))
                .toList();
    }

    public List<ConsumerRecord<String, byte[]>> records(Topic topic) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(consumerConfig, new StringDeserializer(), new ByteArrayDeserializer())) {
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

    /** To the topic of its kind, under the key that a producer gives it. */
    public void send(SpecificRecord event) {
        send(RecordedInput.topic(event), RecordedInput.key(event), event);
    }

    private <T extends SpecificRecord> void send(Topic topic, String key, T event) {
        @SuppressWarnings("unchecked") // the class of an event is the class of T
        Class<T> type = (Class<T>) event.getClass();
        var unused = producer.send(new ProducerRecord<>(
                topic.in(team), key, registry.encoder(topic, team, type).encode(event)));
    }
}
