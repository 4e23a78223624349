package io.tidemark.alerts.dispatch;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.consume.KafkaPartitions;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.alert.AlertStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Dispatches the alerts of teams: one process at a time for each team; another one takes over within seconds of its end. Thread-safe.
 *
 * <p>An alert that is due is told at least once to each of its receivers, whatever is killed, and repeats carry the same identity.
 */
public final class AlertDispatcher implements AutoCloseable {
    private final DispatchLoop loop;
    private final Thread thread;
    private final Map<String, ReceiverWorker> workers;
    private final Deque<AutoCloseable> owned;

    private AlertDispatcher(DispatchLoop loop, Map<String, ReceiverWorker> workers, Deque<AutoCloseable> owned) {
        this.loop = loop;
        this.workers = workers;
        this.owned = owned;
        this.thread = new Thread(loop, "tidemark-alerts");
        workers.values().forEach(ReceiverWorker::start);
        thread.start();
    }

    /** Starts. Kafka, registry, store and receivers may be away: it waits for them. */
    public static AlertDispatcher start(DispatcherOptions options, DispatcherClocks clocks, MeterRegistry registry) {
        Deque<AutoCloseable> owned = new ArrayDeque<>();
        AlertStore store = options.store().openAlerts();
        owned.push(store);
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                settings(
                        options,
                        Map.of(
                                "isolation.level", "read_committed",
                                "enable.auto.commit", "false",
                                "auto.offset.reset", "none",
                                "allow.auto.create.topics", "false")),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        owned.push(consumer);
        Admin admin = Admin.create(
                settings(options, Map.of("request.timeout.ms", "5000", "default.api.timeout.ms", "10000")));
        owned.push(admin);
        Producer<String, byte[]> producer = new KafkaProducer<>(
                settings(
                        options,
                        Map.of(
                                "acks",
                                "all",
                                "max.block.ms",
                                "10000",
                                "delivery.timeout.ms",
                                "30000",
                                "request.timeout.ms",
                                "10000")),
                new StringSerializer(),
                new ByteArraySerializer());
        owned.push(producer);
        DispatcherMeters meters = new DispatcherMeters(registry);
        Map<String, ReceiverWorker> workers = new LinkedHashMap<>();
        for (Receiver receiver : options.receivers()) {
            workers.put(receiver.name(), new ReceiverWorker(receiver, store, clocks, meters));
        }
        SchemaRegistry schemas = SchemaRegistry.connect(options.registry());
        TeamDispatcher.Shared shared = new TeamDispatcher.Shared(
                new RecordReader(schemas, meters), new AlertPublisher(producer, schemas), workers, clocks, meters);
        DispatchLoop loop = new DispatchLoop(new DispatchLoop.Parts(
                consumer,
                new KafkaPartitions(admin, RecordReader.NEEDED, options.teams()),
                new PipelineProbe(admin, options.disks()),
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
        while (!owned.isEmpty()) {
            closeOne(owned.pop());
        }
    }

    private static void closeOne(AutoCloseable one) {
        try {
            one.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new StoreException("the dispatcher of alerts could not be closed: " + e.getMessage(), e);
        }
    }
}
