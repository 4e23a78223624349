package io.tidemark.alerts.dispatch;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.consume.KafkaPartitions;
import io.tidemark.sinks.consume.OwnedClients;
import io.tidemark.sinks.store.alert.AlertStore;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Dispatches the alerts of teams: one process at a time for each team; another one takes over within seconds of its end. Thread-safe.
 *
 * <p>Each receiver is notified of a due alert at least once, whichever process is killed. Repeats carry the same identity.
 */
public final class AlertDispatcher implements AutoCloseable {
    /** A fetch returns with the first record; where none comes, each costs the broker and the dispatcher a round. */
    private static final String IDLE_FETCH_MILLIS = "2000";

    private final DispatchLoop loop;
    private final Thread thread;
    private final Map<String, ReceiverWorker> workers;
    private final OwnedClients owned;

    private AlertDispatcher(DispatchLoop loop, Map<String, ReceiverWorker> workers, OwnedClients owned) {
        this.loop = loop;
        this.workers = workers;
        this.owned = owned;
        this.thread = new Thread(loop, "tidemark-alerts");
        workers.values().forEach(ReceiverWorker::start);
        thread.start();
    }

    /**
     * Starts. Kafka, registry, store and receivers may be away: it waits for them.
     *
     * @throws KafkaException if the settings of Kafka's clients are none
     */
    public static AlertDispatcher start(DispatcherOptions options, DispatcherClocks clocks, MeterRegistry registry) {
        OwnedClients owned = new OwnedClients("the dispatcher of alerts");
        try {
            return assemble(options, clocks, new DispatcherMeters(registry), owned);
        } catch (KafkaException e) {
            owned.close();
            throw e;
        }
    }

    private static AlertDispatcher assemble(
            DispatcherOptions options, DispatcherClocks clocks, DispatcherMeters meters, OwnedClients owned) {
        AlertStore store = owned.own(options.store().openAlerts());
        Consumer<byte[], byte[]> consumer = owned.ownConsumer(new KafkaConsumer<>(
                settings(
                        options,
                        Map.of(
                                "isolation.level", "read_committed",
                                "enable.auto.commit", "false",
                                "auto.offset.reset", "none",
                                "fetch.max.wait.ms", IDLE_FETCH_MILLIS,
                                "allow.auto.create.topics", "false")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer()));
        Admin admin = owned.own(Admin.create(
                settings(options, Map.of("request.timeout.ms", "5000", "default.api.timeout.ms", "10000"))));
        Producer<String, byte[]> producer = owned.own(new KafkaProducer<>(
                settings(
                        options,
                        Map.of(
                                "acks", "all",
                                "max.block.ms", "10000",
                                "delivery.timeout.ms", "30000",
                                "request.timeout.ms", "10000")),
                new StringSerializer(),
                new ByteArraySerializer()));
        Map<String, ReceiverWorker> workers = new LinkedHashMap<>();
        for (Receiver receiver : options.receivers()) {
            meters.watch(receiver.name());
            workers.put(receiver.name(), new ReceiverWorker(receiver, store, clocks, meters));
        }
        SchemaRegistry schemas = SchemaRegistry.connect(options.registry());
        TeamDispatcher.Shared shared = new TeamDispatcher.Shared(
                new RecordReader(schemas, meters), new AlertPublisher(producer, schemas), workers, clocks, meters);
        DispatchLoop loop = new DispatchLoop(new DispatchLoop.Parts(
                consumer,
                new KafkaPartitions(admin, RecordReader.NEEDED, options.teams()),
                new PipelineProbe(admin, store, options.disks()),
                store,
                options,
                shared));
        return new AlertDispatcher(loop, workers, owned);
    }

    private static Map<String, Object> settings(DispatcherOptions options, Map<String, String> own) {
        Map<String, Object> settings = new HashMap<>(options.kafkaSettings());
        settings.putAll(own);
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, options.bootstrapServers());
        settings.putIfAbsent(CommonClientConfigs.CLIENT_ID_CONFIG, "tidemark-alerts");
        return settings;
    }

    /** Whether its threads are there. */
    public boolean isAlive() {
        return thread.isAlive() && workers.values().stream().allMatch(ReceiverWorker::isAlive);
    }

    /** How it stands now. */
    public DispatcherStatus status() {
        return loop.status();
    }

    /** Ends after the round and the sends that are under way; what waits to be sent is in the outbox. */
    @Override
    public void close() {
        loop.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        workers.values().forEach(ReceiverWorker::close);
        owned.close();
    }
}
