package io.tidemark.bench.harness;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import io.tidemark.streams.host.TeamHealth;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker and a registry in this process, and what is made on them. */
public final class BenchmarkCluster implements AutoCloseable {
    /** As {@code tidemark up} has it. */
    public static final int PARTITIONS = 2;

    private static final int POLL_RECORDS = 2_000;

    private final BenchmarkContext bench;
    private final LocalCluster cluster;
    private final SchemaRegistry registry;
    private final Admin admin;

    private BenchmarkCluster(BenchmarkContext bench, LocalCluster cluster) {
        this.bench = bench;
        this.cluster = cluster;
        this.registry = SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl()));
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers()));
    }

    public static BenchmarkCluster start(BenchmarkContext bench) {
        return new BenchmarkCluster(bench, LocalCluster.start(bench.folder().resolve("cluster")));
    }

    public SchemaRegistry registry() {
        return registry;
    }

    public Admin admin() {
        return admin;
    }

    /**
     * Makes a team's topics, and waits until each partition answers. A producer that meets a partition before its leader is ready may
     * have its first batch refused and its second one taken, and then waits for order until its delivery timeout.
     */
    public void create(Team team) throws InterruptedException, ExecutionException {
        new TopicBootstrap(admin, registry).create(team, PARTITIONS, (short) 1);
        admin.listOffsets(Arrays.stream(Topic.values())
                        .flatMap(topic -> partitions(team, topic).stream())
                        .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                .all()
                .get();
    }

    /** Of a topic, on the broker's disk. */
    public long bytes(String topic) throws InterruptedException, ExecutionException {
        List<Integer> brokers =
                admin.describeCluster().nodes().get().stream().map(Node::id).toList();
        return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
                .flatMap(directories -> directories.values().stream())
                .flatMap(directory -> directory.replicaInfos().entrySet().stream())
                .filter(replica -> replica.getKey().topic().equals(topic))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
    }

    public KafkaPublisher publisher(Team team) {
        return KafkaPublisher.connect(
                PublisherSettings.of(cluster.bootstrapServers()),
                registry,
                team,
                new Clocks(bench.nanos(), bench.wall()));
    }

    /** A producer of bytes as they are, batched as a lane's publisher batches. */
    public KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                cluster.bootstrapServers(),
                ProducerConfig.LINGER_MS_CONFIG,
                20,
                ProducerConfig.BATCH_SIZE_CONFIG,
                128 << 10,
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4");
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    public String bootstrapServers() {
        return cluster.bootstrapServers();
    }

    /** A host for one team as {@code tidemark up} runs it, returned when it runs. */
    public StreamsHost streams(Team team) {
        return streams(team, 1);
    }

    /** The same with so many stream threads. */
    public StreamsHost streams(Team team, int threads) {
        return streams(team, threads, "streams");
    }

    /** The same with its state in a folder of that name. */
    public StreamsHost streams(Team team, int threads, String state) {
        StreamsHost host =
                StreamsHost.start(hostOptions(team, threads, state + "-" + team.name() + "-" + threads), bench.wall());
        var unused = awaitRunning(host, team);
        return host;
    }

    /** Returns when a host runs a team: when that was seen, by the monotonic clock. */
    public long awaitRunning(StreamsHost host, Team team) {
        return new ConditionWait(bench.nanos(), Duration.ofMillis(2), Duration.ofSeconds(60))
                .until(
                        () -> host.status(team)
                                .filter(status -> status.health() == TeamHealth.RUNNING)
                                .isPresent(),
                        () -> "the streams do not run: " + host.status());
    }

    /** Options of a host for one team with one stream thread, as {@code tidemark up} runs it. */
    public StreamsOptions hostOptions(Team team) {
        return hostOptions(team, 1, "host-" + team.name());
    }

    private StreamsOptions hostOptions(Team team, int threads, String state) {
        return StreamsOptions.of(
                        cluster.bootstrapServers(),
                        RegistryConfig.embedded(cluster.registryUrl()),
                        bench.folder().resolve(state))
                .withTeams(Set.of(team.name()))
                .withTuning(new StreamsOptions.Tuning(threads, PARTITIONS, Duration.ofMillis(200)));
    }

    /** Offsets that a team's application has committed. */
    public Map<TopicPartition, OffsetAndMetadata> committed(Team team) {
        try {
            return admin.listConsumerGroupOffsets(team.applicationId())
                    .partitionsToOffsetAndMetadata()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the offsets of " + team.applicationId() + " cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading offsets", e);
        }
    }

    /** A plain consumer that has joined no group, at the beginning of topics; committed records only. */
    public KafkaConsumer<byte[], byte[]> consumer(Team team, Topic... topics) {
        return consumer(Arrays.stream(topics)
                .flatMap(topic -> partitions(team, topic).stream())
                .toList());
    }

    /** The same of any partitions. */
    public KafkaConsumer<byte[], byte[]> consumer(List<TopicPartition> partitions) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        cluster.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        POLL_RECORDS),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return consumer;
    }

    public static List<TopicPartition> partitions(Team team, Topic topic) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic.in(team), partition))
                .toList();
    }

    /** Heap of this process, the broker's included, after so many collections. */
    public static long heapBytes(int collections) {
        for (int i = 0; i < collections; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Override
    public void close() {
        admin.close();
        cluster.close();
    }
}
