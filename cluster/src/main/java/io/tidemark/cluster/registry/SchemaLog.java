package io.tidemark.cluster.registry;

import io.tidemark.cluster.ClusterException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schema topic: everything from its start, then what is appended. An append returns when all replicas in sync have it. */
public final class SchemaLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaLog.class);
    private static final Duration POLL = Duration.ofMillis(200);
    /** So many polls in a row without a record mean that Kafka is away: 10 s. */
    private static final int EMPTY_POLLS_LIMIT = 50;

    /** A client waits this long at most for an answer to a write while Kafka is away. */
    private static final int APPEND_LIMIT_MILLIS = 10_000;

    private final RegistryOptions options;
    private final SchemaLogFormat format = new SchemaLogFormat();
    private final KafkaProducer<byte[], byte[]> producer;

    private SchemaLog(RegistryOptions options, KafkaProducer<byte[], byte[]> producer) {
        this.options = options;
        this.producer = producer;
    }

    /** Creates the topic if it is missing. */
    public static SchemaLog open(RegistryOptions options) {
        try (Admin admin = Admin.create(options.kafkaSettings())) {
            new SchemaTopic(admin, options.topic()).ensure();
        }
        Map<String, Object> config = options.kafkaSettings();
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) (8 << 20));
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, APPEND_LIMIT_MILLIS);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, APPEND_LIMIT_MILLIS / 2);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, APPEND_LIMIT_MILLIS);
        return new SchemaLog(
                options, new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /**
     * Reads what is there now, oldest first.
     *
     * @throws RegistryError if Kafka does not answer
     */
    void replay(Consumer<SchemaLogRecord> reader) {
        TopicPartition partition = new TopicPartition(options.topic(), 0);
        Map<String, Object> config = options.kafkaSettings();
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, APPEND_LIMIT_MILLIS);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(Set.of(partition));
            consumer.seekToBeginning(Set.of(partition));
            readToEnd(consumer, partition, reader);
        } catch (TimeoutException e) {
            throw RegistryError.storeUnavailable(e.toString());
        }
    }

    /**
     * Writes the records in this order.
     *
     * @throws RegistryError if Kafka does not confirm all of them in time; some may be in the topic all the same
     */
    void append(List<SchemaLogRecord> records) {
        List<Future<RecordMetadata>> sent = records.stream()
                .map(format::encode)
                .map(encoded -> producer.send(new ProducerRecord<>(options.topic(), 0, encoded.key(), encoded.value())))
                .toList();
        sent.forEach(this::await);
    }

    @Override
    public void close() {
        producer.close();
    }

    private void readToEnd(
            KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, Consumer<SchemaLogRecord> reader) {
        long end = consumer.endOffsets(Set.of(partition)).getOrDefault(partition, 0L);
        int emptyPolls = 0;
        while (consumer.position(partition) < end) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            emptyPolls = records.isEmpty() ? emptyPolls + 1 : 0;
            if (emptyPolls > EMPTY_POLLS_LIMIT) {
                throw RegistryError.storeUnavailable("no answer while reading " + partition);
            }
            records.forEach(record -> read(record, reader));
        }
    }

    private void read(ConsumerRecord<byte[], byte[]> record, Consumer<SchemaLogRecord> reader) {
        String place = record.topic() + "-" + record.partition() + "@" + record.offset();
        if (record.key() == null) {
            LOG.warn("{}: skipped, it has no key", place);
            return;
        }
        try {
            format.decode(record.key(), record.value()).ifPresent(reader);
        } catch (UncheckedIOException | RegistryError e) {
            throw new ClusterException(place + " must be a record of a schema registry: " + e.getMessage(), e);
        }
    }

    private void await(Future<RecordMetadata> sent) {
        try {
            sent.get();
        } catch (ExecutionException e) {
            LOG.warn("could not write to {}: {}", options.topic(), e.getCause(), e.getCause());
            throw RegistryError.storeUnavailable(String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RegistryError.storeUnavailable("the registry is stopping");
        }
    }

    /** Makes sure that the schema topic is there and cannot lose schemas: one partition, compacted, nothing deleted by age. */
    private record SchemaTopic(Admin admin, String name) {
        /** For some 10 s. */
        private static final int ASKED_FOR = 100;

        private static final long PAUSE_NANOS = 100_000_000;

        void ensure() {
            if (!create()) {
                check();
            }
        }

        private boolean create() {
            NewTopic topic = new NewTopic(name, Optional.of(1), Optional.empty())
                    .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT));
            try {
                admin.createTopics(List.of(topic)).all().get();
                return true;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof TopicExistsException) {
                    return false;
                }
                throw new ClusterException(
                        "cannot create the schema topic " + name + ": " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        private void check() {
            TopicDescription found = await(
                            () -> admin.describeTopics(Set.of(name)).allTopicNames())
                    .get(name);
            if (found == null || found.partitions().size() != 1) {
                throw new ClusterException("the schema topic " + name + " must have one partition but is " + found);
            }
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
            Config config = await(() -> admin.describeConfigs(Set.of(resource)).all())
                    .getOrDefault(resource, new Config(List.of()));
            String policy = Optional.ofNullable(config.get(TopicConfig.CLEANUP_POLICY_CONFIG))
                    .map(ConfigEntry::value)
                    .orElse("(unknown)");
            if (!TopicConfig.CLEANUP_POLICY_COMPACT.equals(policy)) {
                throw new ClusterException("the schema topic " + name + " must have cleanup.policy=compact but has "
                        + policy + ": schemas would be deleted by age");
            }
        }

        /** A topic that another registry makes at this moment is there for the controller before the brokers know of it. */
        private <T> T await(Supplier<KafkaFuture<T>> question) {
            for (int asked = 1; ; asked++) {
                try {
                    return question.get().get();
                } catch (ExecutionException e) {
                    if (asked == ASKED_FOR || !(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                        throw new ClusterException(
                                "cannot describe the schema topic " + name + ": " + e.getCause(), e.getCause());
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
            }
        }

        private ClusterException interrupted(InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ClusterException("interrupted while looking at the schema topic " + name, e);
        }
    }
}
