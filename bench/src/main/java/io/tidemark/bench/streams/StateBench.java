package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.host.StreamsHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
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

/**
 * What a team's state takes: heap for its series, and time to have it back from its changelog. The store is in memory, so that each
 * start reads all of it; starts are of a member that its group knows, or they would wait for the one before to be given up.
 *
 * @param load whose runs times targets are the series
 * @param repeats how often the changelog is appended again before it is restored
 */
public record StateBench(BenchmarkContext bench, StreamsSize.Load load, int repeats) {
    private static final int COLLECTIONS = 3;
    private static final double BYTES_PER_MB = 1e6;
    private static final double MB_PER_GB = 1_000;
    private static final double SERIES = 1_000;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /**
     * What was measured.
     *
     * @param heapBytes used more than by an application without data
     * @param onceBytes of the changelog as it was written
     * @param changelogBytes of the changelog that was restored, on the broker's disk
     * @param emptyNanos from the start to RUNNING with nothing to restore
     * @param restoredNanos the same with all of the changelog
     */
    public record Figures(long heapBytes, long onceBytes, long changelogBytes, long emptyNanos, long restoredNanos) {}

    private record Started(StreamsHost host, long nanos) {}

    /** Prints the table, returns its figures. */
    public Figures run() throws InterruptedException, ExecutionException {
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            bench.print("state: publishing");
            stack.create(new Team("empty"));
            PublishedTraffic traffic = PublishedTraffic.publish(stack, bench, new Team("full"), load);
            start(stack, new Team("empty"), "a").host.close();
            long before = BenchmarkCluster.heapBytes(COLLECTIONS);
            Started empty = start(stack, new Team("empty"), "a");
            long idleBytes = BenchmarkCluster.heapBytes(COLLECTIONS) - before;
            empty.host.close();
            Figures figures = full(stack, traffic, idleBytes, empty.nanos);
            print(figures);
            return figures;
        }
    }

    private Figures full(BenchmarkCluster stack, PublishedTraffic traffic, long idleBytes, long emptyNanos)
            throws InterruptedException, ExecutionException {
        bench.print("state: filling");
        long before = BenchmarkCluster.heapBytes(COLLECTIONS);
        Started first = start(stack, traffic.team(), "first");
        awaitFinal(stack, traffic);
        long heapBytes = BenchmarkCluster.heapBytes(COLLECTIONS) - before - idleBytes;
        first.host.close();
        ChangelogTopic changelog = new ChangelogTopic(stack, traffic.team());
        long onceBytes = changelog.bytes();
        bench.print("state: appending its changelog again");
        changelog.repeat(repeats);
        bench.print("state: restoring");
        Started second = start(stack, traffic.team(), "first");
        second.host.close();
        return new Figures(heapBytes, onceBytes, changelog.bytes(), emptyNanos, second.nanos);
    }

    private Started start(BenchmarkCluster stack, Team team, String stateName) {
        long began = bench.nanos().nanos();
        StreamsHost host = stack.streams(team, 1, stateName);
        return new Started(host, bench.nanos().nanos() - began);
    }

    private void awaitFinal(BenchmarkCluster stack, PublishedTraffic traffic) {
        try (KafkaConsumer<byte[], byte[]> windows = stack.consumer(traffic.team(), Topic.WINDOWS)) {
            FinalWindows finals = new FinalWindows(windows, stack.registry().decoder(WindowStats.class));
            new ConditionWait(bench.nanos(), Duration.ofMillis(50), LIMIT)
                    .until(
                            () -> traffic.isIn(finals.counts()),
                            () -> "FINAL are " + finals.counts() + " of " + traffic);
        }
    }

    private void print(Figures figures) {
        int series = load.runs() * load.targets();
        double heapMb = figures.heapBytes / BYTES_PER_MB;
        double changelogMb = figures.changelogBytes / BYTES_PER_MB;
        double seconds = (figures.restoredNanos - figures.emptyNanos) / 1e9;
        ResultTable table = new ResultTable(
                "state of " + String.format(Locale.ROOT, "%,d", series) + " series", "all", "unit", "each");
        table.row("heap", number(heapMb), "MB", number(heapMb / series * SERIES) + " MB/1000 series");
        double onceMb = figures.onceBytes / BYTES_PER_MB;
        table.row("changelog", number(onceMb), "MB", number(onceMb / series * SERIES) + " MB/1000 series");
        table.row("changelog, restored", number(changelogMb), "MB", "");
        table.row("start, nothing to restore", number(figures.emptyNanos / 1e9), "s", "");
        table.row("start, all to restore", number(figures.restoredNanos / 1e9), "s", "");
        table.row("restoring", number(seconds), "s", number(seconds / changelogMb * MB_PER_GB) + " s/GB");
        bench.print("");
        bench.table("state", table);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** The changelog of a team's runs. */
    private static final class ChangelogTopic {
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
                    new AlterConfigOp(
                            new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, "-1"), AlterConfigOp.OpType.SET));
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
}
