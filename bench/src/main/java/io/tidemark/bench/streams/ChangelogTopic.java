package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.schemas.Team;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/** The changelog of a team's runs. */
final class ChangelogTopic {
    private static final String NAME = "-run-state-changelog";
    private static final Duration POLL = Duration.ofMillis(200);

    private final BenchmarkCluster stack;
    private final String topic;

    ChangelogTopic(BenchmarkCluster stack, Team team) {
        this.stack = stack;
        this.topic = team.applicationId() + NAME;
    }

    /** On the broker's disk. */
    long bytes() throws InterruptedException, ExecutionException {
        return stack.bytes(topic);
    }

    /** Appends all of it again so many times, as days of the same things changing would: what it says last stays the same. */
    void repeat(int times) throws InterruptedException, ExecutionException {
        keepAll();
        List<ConsumerRecord<byte[], byte[]>> all = all();
        AtomicReference<@Nullable Exception> failed = new AtomicReference<>();
        try (KafkaProducer<byte[], byte[]> producer = stack.producer()) {
            for (int i = 0; i < times; i++) {
                for (ConsumerRecord<byte[], byte[]> record : all) {
                    var unused = producer.send(
                            new ProducerRecord<>(topic, record.partition(), record.key(), record.value()),
                            (sent, error) -> failed.compareAndSet(null, error));
                }
            }
        }
        if (failed.get() != null) {
            throw new IllegalStateException(topic + " could not be appended to", failed.get());
        }
    }

    /** Or the broker would compact it meanwhile. */
    private void keepAll() throws InterruptedException, ExecutionException {
        Collection<AlterConfigOp> changes = List.of(
                new AlterConfigOp(
                        new ConfigEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "delete"), AlterConfigOp.OpType.SET),
                new AlterConfigOp(new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, "-1"), AlterConfigOp.OpType.SET));
        stack.admin()
                .incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), changes))
                .all()
                .get();
    }

    private List<ConsumerRecord<byte[], byte[]>> all() {
        List<TopicPartition> partitions = IntStream.range(0, BenchmarkCluster.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = stack.consumer(partitions)) {
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(all::add);
            }
        }
        return all;
    }
}
