package io.tidemark.app.team;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Clients of one Kafka user, as an attacker who knows its password makes them. Each method returns when Kafka did it, or throws what Kafka said. */
final class PrincipalClients implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Map<String, Object> settings;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;

    PrincipalClients(String bootstrapServers, Map<String, String> settings) {
        this.settings = new HashMap<>(settings);
        this.settings.put("bootstrap.servers", bootstrapServers);
        this.admin = Admin.create(this.settings);
        this.producer = producer(Map.of("enable.idempotence", "false"));
        this.consumer = consumer(Map.of());
    }

    /** What the administration API does. */
    @FunctionalInterface
    interface Request {
        KafkaFuture<?> sent(Admin admin);
    }

    void ask(Request request) throws Throwable {
        try {
            request.sent(admin).get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    void write(String topic) throws Throwable {
        send(producer, topic);
    }

    /** As producers of events do it since Kafka 3.0. */
    void writeIdempotently(String topic) throws Throwable {
        try (KafkaProducer<byte[], byte[]> own = producer(Map.of("enable.idempotence", "true"))) {
            send(own, topic);
        }
    }

    /** Under another client id; returns how long the broker makes it wait, milliseconds. */
    double writeAs(String clientId, String topic, int bytes) throws Throwable {
        KafkaProducer<byte[], byte[]> own = producer(Map.of("client.id", clientId));
        try {
            own.send(new ProducerRecord<>(topic, new byte[bytes])).get();
            return own.metrics().entrySet().stream()
                    .filter(metric -> metric.getKey().name().equals("produce-throttle-time-max"))
                    .mapToDouble(metric -> (double) metric.getValue().metricValue())
                    .max()
                    .orElseThrow();
        } catch (ExecutionException e) {
            throw e.getCause();
        } finally {
            own.close(Duration.ZERO); // it may have been told to be silent for long
        }
    }

    /** Returns when a record was there. */
    void read(String topic) {
        List<TopicPartition> first = List.of(new TopicPartition(topic, 0));
        consumer.assign(first);
        consumer.seekToBeginning(first);
        until(() -> !consumer.poll(POLL).isEmpty());
    }

    /** Becomes a member of a group that reads nothing. */
    void join(String group) {
        try (KafkaConsumer<byte[], byte[]> own = consumer(Map.of("group.id", group))) {
            own.subscribe(Pattern.compile("no-such-topic"));
            until(() -> {
                own.poll(POLL);
                return own.groupMetadata().generationId() >= 0;
            });
        }
    }

    /** Begins transactions under an id, which fences whoever had it. */
    void fence(String transactionalId) {
        try (KafkaProducer<byte[], byte[]> own = producer(Map.of("transactional.id", transactionalId))) {
            own.initTransactions();
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic) throws Throwable {
        try {
            producer.send(new ProducerRecord<>(topic, new byte[] {1}, new byte[] {1}))
                    .get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static void until(BooleanSupplier done) {
        long endNanos = NanoClock.SYSTEM.nanos() + LIMIT.toNanos();
        while (!done.getAsBoolean()) {
            if (NanoClock.SYSTEM.nanos() > endNanos) {
                throw new AssertionError("neither done nor refused within " + LIMIT);
            }
        }
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, String> more) {
        return new KafkaProducer<>(with(more), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KafkaConsumer<byte[], byte[]> consumer(Map<String, String> more) {
        return new KafkaConsumer<>(with(more), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Map<String, Object> with(Map<String, String> more) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putAll(more);
        return all;
    }

    @Override
    public void close() {
        consumer.close();
        producer.close();
        admin.close();
    }
}
