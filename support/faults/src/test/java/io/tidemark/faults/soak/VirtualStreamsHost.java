package io.tidemark.faults.soak;

import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import io.tidemark.streams.windows.SeriesQuota;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.internals.StreamsConfigUtils;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;
import org.apache.kafka.streams.processor.internals.ProcessorContextImpl;
import org.apache.kafka.streams.processor.internals.ProcessorStateManager;
import org.apache.kafka.streams.processor.internals.ProcessorTopology;
import org.apache.kafka.streams.processor.internals.RecordCollectorImpl;
import org.apache.kafka.streams.processor.internals.StateDirectory;
import org.apache.kafka.streams.processor.internals.StreamTask;
import org.apache.kafka.streams.processor.internals.StreamsProducer;
import org.apache.kafka.streams.processor.internals.Task;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.processor.internals.metrics.TaskMetrics;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.ThreadCache;
import org.apache.kafka.streams.state.internals.WrappedStateStore;

/**
 * A streams host: a team's whole topology as one task of Kafka Streams, made as Kafka's own test driver makes it. Unlike the driver it takes
 * many records in a transaction, as a real host does, and does not compile a pattern per record and source. It restores what its changelogs
 * hold. Not thread-safe.
 */
final class VirtualStreamsHost {
    private static final TaskId TASK = new TaskId(0, 0);
    private static final ConsumerGroupMetadata GROUP = new MockConsumer<byte[], byte[]>("earliest").groupMetadata();
    /** Records of a partition in one transaction. */
    private static final int MAX_RECORDS = 500;

    private final VirtualBroker broker;
    private final ManualKafkaTime time;
    private final BrokerClock clock = new BrokerClock();
    private final Metrics metrics;
    private final StateDirectory stateDirectory;
    private final MockProducer<byte[], byte[]> producer;
    private final StreamsProducer transactions;
    private final ProcessorStateManager stateManager;
    private final StreamTask task;
    private final ProcessorTopology topology;
    private final Set<TopicPartition> inputs = new HashSet<>();

    VirtualStreamsHost(VirtualBroker broker, SchemaRegistry registry, Path stateDir, ManualKafkaTime time) {
        this.broker = broker;
        this.time = time;
        // A host reads the brokers' clock from its first records: a probe's among them.
        clock.acknowledged(broker.nowMillis(), time.milliseconds());
        TeamServices tools = new TeamServices(
                registry, TeamMeters.discarding(broker.team()), new SeriesQuota(SeriesQuota.DEFAULT), clock);
        StreamsConfig config = config(broker, stateDir);
        metrics = new Metrics(
                new MetricConfig()
                        .samples(config.getInt(StreamsConfig.METRICS_NUM_SAMPLES_CONFIG))
                        .timeWindow(
                                config.getLong(StreamsConfig.METRICS_SAMPLE_WINDOW_MS_CONFIG), TimeUnit.MILLISECONDS),
                time);
        StreamsMetricsImpl streamsMetrics = new StreamsMetricsImpl(metrics, "virtual", time);
        TaskMetrics.droppedRecordsSensor(Thread.currentThread().getName(), TASK.toString(), streamsMetrics);
        InternalTopologyBuilder builder = builder(TeamTopology.of(broker.team(), tools, 1));
        builder.rewriteTopology(config);
        topology = builder.buildTopology();
        topology.sourceTopics().forEach(topic -> inputs.add(broker.log(topic).partition()));
        stateDirectory = new StateDirectory(config, time, builder.hasPersistentStores(), false);
        producer = new OnePartition();
        LogContext log = new LogContext("virtual host ");
        transactions = new StreamsProducer(producer, StreamsConfigUtils.processingMode(config), time, log);
        ThreadCache cache = new ThreadCache(log, 0, streamsMetrics);
        stateManager = new ProcessorStateManager(
                TASK, Task.TaskType.ACTIVE, true, log, stateDirectory, topology.storeToChangelogTopic(), inputs);
        RecordCollectorImpl collector = new RecordCollectorImpl(
                log, TASK, transactions, config.productionExceptionHandler(), streamsMetrics, topology);
        task = new StreamTask(
                TASK,
                inputs,
                topology,
                consumer(),
                builder.topologyConfigs().getTaskConfig(),
                streamsMetrics,
                stateDirectory,
                cache,
                time,
                stateManager,
                collector,
                new ProcessorContextImpl(TASK, config, stateManager, streamsMetrics, cache),
                log,
                false);
        task.initializeIfNeeded();
        restore();
        task.completeRestoration(unused -> {});
        inputs.forEach(input -> {
            InMemoryTopic read = broker.log(input.topic());
            read.rewind();
            task.updateNextOffsets(input, new OffsetAndMetadata(read.committedOffset(), Optional.empty(), ""));
        });
    }

    private static StreamsConfig config(VirtualBroker broker, Path stateDir) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, broker.team().applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        return new StreamsConfig(config);
    }

    private static InternalTopologyBuilder builder(Topology topology) {
        try {
            Field field = Topology.class.getDeclaredField("internalTopologyBuilder");
            field.setAccessible(true);
            return (InternalTopologyBuilder) field.get(topology);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Kafka's topologies have no builder of that name", e);
        }
    }

    private MockConsumer<byte[], byte[]> consumer() {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>(AutoOffsetResetStrategy.EARLIEST.name());
        consumer.assign(inputs);
        Map<TopicPartition, Long> zeros = new HashMap<>();
        inputs.forEach(input -> zeros.put(input, 0L));
        consumer.updateBeginningOffsets(zeros);
        return consumer;
    }

    private void restore() {
        topology.storeToChangelogTopic().forEach((store, changelog) -> {
            KeyValueStore<Bytes, byte[]> innermost = innermost(stateManager.store(store));
            broker.log(changelog).lastValues().forEach(innermost::put);
        });
    }

    @SuppressWarnings("unchecked") // all stores of the topology are of bytes
    private static KeyValueStore<Bytes, byte[]> innermost(StateStore store) {
        StateStore inner = store;
        while (inner instanceof WrappedStateStore<?, ?, ?> wrapped) {
            inner = wrapped.wrapped();
        }
        return (KeyValueStore<Bytes, byte[]>) inner;
    }

    /** A transaction: what is there to read, a limited number of records, and what is due by the clock. */
    void transaction() {
        process();
        task.maybePunctuateSystemTime();
        commit();
    }

    /** Everything that there is to read, and what comes of it. */
    void catchUp() {
        do {
            transaction();
        } while (hasMore());
    }

    private boolean hasMore() {
        return inputs.stream().anyMatch(input -> broker.log(input.topic()).hasMore());
    }

    private void process() {
        for (TopicPartition input : inputs) {
            List<ConsumerRecord<byte[], byte[]>> records =
                    broker.log(input.topic()).fetch(MAX_RECORDS);
            if (!records.isEmpty()) {
                task.addRecords(input, records);
                long next = records.get(records.size() - 1).offset() + 1;
                task.updateNextOffsets(input, new OffsetAndMetadata(next, Optional.empty(), ""));
            }
        }
        task.resumePollingForPartitionsWithAvailableSpace();
        task.updateLags();
        while (task.hasRecordsQueued() && task.isProcessable(time.milliseconds())) {
            task.process(time.milliseconds());
            task.maybePunctuateStreamTime();
        }
    }

    private void commit() {
        Map<TopicPartition, OffsetAndMetadata> offsets = task.prepareCommit(true);
        transactions.commitTransaction(offsets, GROUP);
        task.postCommit(true);
        List<ProducerRecord<byte[], byte[]>> written = producer.history();
        producer.clear();
        offsets.forEach((input, offset) -> broker.log(input.topic()).committed(offset.offset()));
        written.forEach(record -> broker.append(record.topic(), record.key(), record.value(), record.headers()));
        if (!written.isEmpty()) {
            clock.acknowledged(broker.nowMillis(), time.milliseconds());
        }
    }

    /** Reads and works, and is gone before the commit. */
    void killedInMidTransaction() {
        process();
        task.maybePunctuateSystemTime();
        killed();
    }

    void killed() {
        task.suspend();
        task.closeDirty();
        stateDirectory.close();
        metrics.close();
    }

    Map<String, StateSize> sizeByStore() {
        Map<String, StateSize> sizes = new HashMap<>();
        topology.storeToChangelogTopic()
                .keySet()
                .forEach(store -> sizes.put(store, size(store, innermost(stateManager.store(store)))));
        return sizes;
    }

    private static StateSize size(String name, KeyValueStore<Bytes, byte[]> store) {
        StateSize size = new StateSize(name);
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                var entry = all.next();
                size.add(entry.key, entry.value.length);
            }
        }
        return size;
    }

    private static final class OnePartition extends MockProducer<byte[], byte[]> {
        OnePartition() {
            super(Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public List<PartitionInfo> partitionsFor(String topic) {
            return List.of(new PartitionInfo(topic, 0, null, null, null));
        }
    }
}
