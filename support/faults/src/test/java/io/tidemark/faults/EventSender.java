package io.tidemark.faults;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.TokenBatch;
import io.tidemark.fixtures.poison.PoisonRecords;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.KeyPartitioner;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Sends events with an idempotent producer that never gives up; each that Kafka acknowledged goes into the ledger. Thread-safe. */
final class EventSender implements AutoCloseable {
    private final Team team;
    private final SchemaRegistry registry;
    private final Ledger ledger;
    private final KafkaProducer<String, byte[]> producer;
    private final EventEncoder<TokenBatch> batches;
    private final EventEncoder<RequestEvent> requests;
    private final EventEncoder<Heartbeat> heartbeats;
    private final EventEncoder<ControlEvent> control;
    private final EventEncoder<ServerSample> servers;
    private final AtomicLong unacknowledged = new AtomicLong();
    private final AtomicReference<String> refusal = new AtomicReference<>("");

    EventSender(Team team, String bootstrapServers, SchemaRegistry registry, Ledger ledger) {
        this.team = team;
        this.registry = registry;
        this.ledger = ledger;
        Properties config = new Properties();
        config.put("bootstrap.servers", bootstrapServers);
        config.put("partitioner.class", KeyPartitioner.class.getName());
        config.put("acks", "all");
        config.put("enable.idempotence", "true");
        config.put("linger.ms", "5");
        config.put("delivery.timeout.ms", Integer.toString(Integer.MAX_VALUE));
        config.put("max.block.ms", "600000");
        config.put("buffer.memory", Integer.toString(128 << 20));
        config.put("max.request.size", Integer.toString(8 << 20));
        producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        batches = registry.encoder(Topic.TOKENS, team, TokenBatch.class);
        requests = registry.encoder(Topic.REQUESTS, team, RequestEvent.class);
        heartbeats = registry.encoder(Topic.HEARTBEATS, team, Heartbeat.class);
        control = registry.encoder(Topic.CONTROL, team, ControlEvent.class);
        servers = registry.encoder(Topic.SERVERS, team, ServerSample.class);
    }

    /** The line goes into the ledger when the batch is acknowledged. */
    void send(TokenBatch batch, String line) {
        String key = Keys.request(batch.getRun(), batch.getLane(), batch.getLaneSeq());
        send(Topic.TOKENS, key, batches.encode(batch), List.of(line));
    }

    void send(RequestEvent request, String line) {
        String key = Keys.request(request.getRun(), request.getLane(), request.getLaneSeq());
        send(Topic.REQUESTS, key, requests.encode(request), List.of(line));
    }

    void send(Heartbeat heartbeat) {
        String key = Keys.heartbeat(heartbeat.getRun(), heartbeat.getLane());
        send(Topic.HEARTBEATS, key, heartbeats.encode(heartbeat), List.of());
    }

    void send(String key, ControlEvent event) {
        send(Topic.CONTROL, key, control.encode(event), List.of());
    }

    void send(ServerSample sample) {
        send(Topic.SERVERS, sample.getTarget(), servers.encode(sample), List.of());
    }

    /** Any bytes or none, which no ledger knows; returns where they stand. */
    RecordMetadata sendRaw(Topic topic, String key, byte @Nullable [] value) {
        try {
            return producer.send(new ProducerRecord<>(topic.in(team), key, value))
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The bytes of an event, to be spoilt; with an encoder of their own, for those above are the load's, which goes on meanwhile. */
    byte[] encoded(RequestEvent request) {
        return registry.encoder(Topic.REQUESTS, team, RequestEvent.class).encode(request);
    }

    /** Of a run, as of this team. */
    PoisonRecords poison(String run, long seed, Instant now) {
        return new PoisonRecords(registry, team, run, seed, now);
    }

    /** Returns when everything was acknowledged. @throws IllegalStateException if the broker refused any of it */
    void flush() {
        producer.flush();
        if (!refusal.get().isEmpty()) {
            throw new IllegalStateException("refused for good: " + refusal.get());
        }
    }

    long unacknowledged() {
        return unacknowledged.get();
    }

    @Override
    public void close() {
        producer.close(java.time.Duration.ofSeconds(10));
    }

    private void send(Topic topic, String key, byte[] value, List<String> lines) {
        unacknowledged.incrementAndGet();
        var unused = producer.send(new ProducerRecord<>(topic.in(team), key, value), (metadata, error) -> {
            unacknowledged.decrementAndGet();
            if (error == null) {
                lines.forEach(ledger::acknowledged);
            } else {
                refusal.compareAndSet("", topic + " " + key + ": " + error);
            }
        });
    }
}
