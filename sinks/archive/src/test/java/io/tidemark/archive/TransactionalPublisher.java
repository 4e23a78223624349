package io.tidemark.archive;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A team's producer with transactions: what it aborts stands in the topics too, and must not be archived. */
final class TransactionalPublisher implements AutoCloseable {
    private final Team team;
    private final KafkaProducer<byte[], byte[]> producer;
    private final EventEncoder<RequestEvent> requests;
    private final EventEncoder<TokenBatch> tokens;
    private final BiConsumer<String, SpecificRecord> ledger;

    TransactionalPublisher(LocalCluster cluster, Team team, BiConsumer<String, SpecificRecord> ledger) {
        this.team = team;
        this.ledger = ledger;
        SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl()));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            new TopicBootstrap(admin, registry).create(team, 2, (short) 1);
        }
        this.requests = registry.encoder(Topic.REQUESTS, team, RequestEvent.class);
        this.tokens = registry.encoder(Topic.TOKENS, team, TokenBatch.class);
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        cluster.bootstrapServers(),
                        "transactional.id",
                        "tidemark." + team + ".test"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
    }

    /** Requests and tokens of a lane from a number on, committed; the ledger has them. */
    void publish(RandomEvents drawn, String lane, long from, int count) {
        producer.beginTransaction();
        for (long n = from; n < from + count; n++) {
            RequestEvent request = drawn.request(lane, n);
            send(Topic.REQUESTS, Keys.request(RandomEvents.RUN, lane, n), requests.encode(request));
            ledger.accept(team.name(), request);
            for (long batch = 3 * n; batch < 3 * n + 3; batch++) {
                TokenBatch chunk = drawn.tokens(lane, batch);
                send(Topic.TOKENS, Keys.request(RandomEvents.RUN, lane, n), tokens.encode(chunk));
                ledger.accept(team.name(), chunk);
            }
        }
        producer.commitTransaction();
    }

    /** As {@link #publish}, but aborted: no record of it may be archived. */
    void abort(RandomEvents drawn, String lane, long from, int count) {
        producer.beginTransaction();
        for (long n = from; n < from + count; n++) {
            send(Topic.REQUESTS, Keys.request(RandomEvents.RUN, lane, n), requests.encode(drawn.request(lane, n)));
        }
        producer.flush();
        producer.abortTransaction();
    }

    void raw(Topic topic, String key, byte[] value) {
        producer.beginTransaction();
        send(topic, key, value);
        producer.commitTransaction();
    }

    private void send(Topic topic, String key, byte[] value) {
        // A send that failed fails its transaction.
        var unused = producer.send(new ProducerRecord<>(topic.in(team), key.getBytes(StandardCharsets.UTF_8), value));
    }

    @Override
    public void close() {
        producer.close();
    }
}
