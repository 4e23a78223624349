package io.tidemark.sinks.sink;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.consume.KafkaPartitions;
import io.tidemark.sinks.consume.OwnedClients;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Stores what the teams' topics hold: control, requests, servers, windows, breaches, steps, regressions and audit. Rows and offsets
 * go into the store in one transaction, and reading starts from the store's offsets, so that a kill at any moment neither
 * loses nor doubles a row. Thread-safe; one sink per store.
 */
public final class StoreSink implements AutoCloseable {
    private final SinkLoop loop;
    private final StoreMaintenance upkeep;
    private final Thread thread;
    private final Thread upkeepThread;
    private final OwnedClients owned;

    private StoreSink(SinkLoop loop, StoreMaintenance upkeep, OwnedClients owned) {
        this.loop = loop;
        this.upkeep = upkeep;
        this.owned = owned;
        this.thread = new Thread(loop, "tidemark-sink");
        this.upkeepThread = new Thread(upkeep, "tidemark-sink-upkeep");
        thread.start();
        upkeepThread.start();
    }

    /** The topics whose records a sink stores. */
    public static Set<Topic> topics() {
        return StoreChangeReader.TOPICS;
    }

    /**
     * Opens the store and starts. Kafka and registry may still be away: it waits for them.
     *
     * @throws StoreException if the store cannot be opened; a server that is away is waited for, too
     */
    public static StoreSink start(SinkOptions options, SinkClocks clocks, MeterRegistry meters) {
        return start(
                new Given(options, clocks, new SinkMeters(meters)),
                options.store().open());
    }

    /** Into a store that is open, and is closed with it. */
    static StoreSink start(SinkOptions options, SinkClocks clocks, ResultStore store) {
        return start(new Given(options, clocks, new SinkMeters(new CompositeMeterRegistry())), store);
    }

    private static StoreSink start(Given given, ResultStore store) {
        OwnedClients owned = new OwnedClients("the sink");
        owned.own(store);
        try {
            SinkLoop loop = new SinkLoop(parts(given, store, owned));
            StoreMaintenance upkeep = new StoreMaintenance(
                    store,
                    loop::caughtUp,
                    new StoreMaintenance.Limits(
                            given.options().retention(), given.options().lostAfter()),
                    given.clocks());
            return new StoreSink(loop, upkeep, owned);
        } catch (KafkaException e) {
            owned.close();
            throw e;
        }
    }

    private record Given(SinkOptions options, SinkClocks clocks, SinkMeters meters) {}

    private static SinkLoop.Parts parts(Given given, ResultStore store, OwnedClients owned) {
        SinkOptions options = given.options();
        SinkClientSettings settings = new SinkClientSettings(options);
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings.consumer());
        owned.ownConsumer(consumer);
        Admin admin = Admin.create(settings.admin());
        owned.own(admin);
        Producer<byte[], byte[]> producer = new KafkaProducer<>(settings.producer());
        owned.own(producer);
        return new SinkLoop.Parts(
                consumer,
                new KafkaPartitions(admin, StoreChangeReader.TOPICS, options.teams()),
                new StoreChangeReader(SchemaRegistry.connect(options.registry())),
                new KafkaDeadLetterSender(producer),
                store,
                options.begin(),
                given.clocks(),
                given.meters());
    }

    /** With meters that are not exposed. */
    public static StoreSink start(SinkOptions options, SinkClocks clocks) {
        return start(options, clocks, new CompositeMeterRegistry());
    }

    /** Whether its threads are there. */
    public boolean isAlive() {
        return thread.isAlive() && upkeepThread.isAlive();
    }

    /** How long it has worked on the same records, if that is too long. */
    public Optional<String> stuck() {
        return loop.stuck();
    }

    /** How it stands now. */
    public SinkStatus status() {
        return loop.status();
    }

    /**
     * Waits until every record that is committed in Kafka now is in the store. What is in a transaction that is still open
     * does not count: wait for its result first, e.g. for the FINAL record of a step.
     *
     * @return false if the time is over, or the sink ended, before
     */
    public boolean awaitCaughtUp(Duration timeout) {
        try {
            return loop.catchUps().request().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("answers are never failures", e);
        }
    }

    /** Ends after the batch that is being stored. */
    @Override
    public void close() {
        loop.close();
        upkeep.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        // The store's end cuts a maintenance off, which may have much to do.
        owned.close();
        try {
            upkeepThread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Dead letters over a producer: the raw value, with origin and reason as headers. */
    static final class KafkaDeadLetterSender implements DeadLetterSender {
        private final Producer<byte[], byte[]> producer;

        KafkaDeadLetterSender(Producer<byte[], byte[]> producer) {
            this.producer = producer;
        }

        @Override
        public void send(List<FetchedBatch.DeadLetterRecord> letters) {
            List<Future<RecordMetadata>> sent = letters.stream()
                    .map(letter -> producer.send(record(letter)))
                    .toList();
            if (!sent.isEmpty()) {
                producer.flush();
            }
            sent.forEach(KafkaDeadLetterSender::requireSent);
        }

        private static ProducerRecord<byte[], byte[]> record(FetchedBatch.DeadLetterRecord letter) {
            byte[] raw = letter.value() == null ? new byte[0] : letter.value();
            return new ProducerRecord<>(
                    Topic.DEAD_LETTERS.in(letter.team()),
                    null,
                    letter.why().key().getBytes(StandardCharsets.UTF_8),
                    DeadLetter.value(raw),
                    letter.why().headersFor(raw));
        }

        private static void requireSent(Future<RecordMetadata> future) {
            try {
                future.get();
            } catch (ExecutionException e) {
                throw new KafkaException("a dead letter could not be sent: " + e.getCause(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new KafkaException("a dead letter could not be sent: interrupted", e);
            }
        }
    }

    /** Settings of the sink's Kafka clients. The user's come first; what the guarantees rest on cannot be changed. */
    static final class SinkClientSettings {
        private static final int RECORDS_PER_BATCH = 2_000;
        /** A fetch returns with the first record; where none comes, each costs the broker and the sink a round. */
        private static final int IDLE_FETCH_MILLIS = 2_000;

        private static final int MAX_BLOCK_MILLIS = 10_000;
        private static final int ADMIN_REQUEST_MILLIS = 5_000;
        private static final int ADMIN_ANSWER_MILLIS = 10_000;

        private final SinkOptions options;

        SinkClientSettings(SinkOptions options) {
            this.options = options;
        }

        /** No group: positions are in the store. A position that Kafka no longer has is an error, never a silent jump. */
        Map<String, Object> consumer() {
            Map<String, Object> settings = common();
            settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
            settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
            settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
            settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
            settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
            settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
            settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_PER_BATCH);
            settings.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, IDLE_FETCH_MILLIS);
            return settings;
        }

        /** A broker that does not answer is to be known as soon as that, not after Kafka's minute. */
        Map<String, Object> admin() {
            Map<String, Object> settings = common();
            settings.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_REQUEST_MILLIS);
            settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_ANSWER_MILLIS);
            return settings;
        }

        Map<String, Object> producer() {
            Map<String, Object> settings = common();
            settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
            settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
            settings.put(ProducerConfig.ACKS_CONFIG, "all");
            settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
            return settings;
        }

        private Map<String, Object> common() {
            Map<String, Object> settings = new HashMap<>(options.kafkaSettings());
            settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, options.bootstrapServers());
            settings.putIfAbsent(CommonClientConfigs.CLIENT_ID_CONFIG, "tidemark-sink");
            return settings;
        }
    }
}
