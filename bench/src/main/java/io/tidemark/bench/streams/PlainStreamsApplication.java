package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.kafka.PackingInterceptor;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/**
 * Any topology over a team's topics, on one thread with the settings that the product has, but for the guarantee, which the product
 * gives no choice of.
 */
final class PlainStreamsApplication implements AutoCloseable {
    private final KafkaStreams streams;

    private PlainStreamsApplication(KafkaStreams streams) {
        this.streams = streams;
    }

    /** How it is run; {@code packed} are the topics whose polls are one record each. */
    record Settings(Team team, String guarantee, long cacheBytes, List<Topic> packed) {}

    /** Started, and running when this returns. */
    static PlainStreamsApplication start(
            BenchmarkCluster stack, BenchmarkContext bench, Topology topology, Settings manner) {
        KafkaStreams streams = new KafkaStreams(topology, config(stack, bench, manner));
        streams.start();
        new ConditionWait(bench.nanos(), Duration.ofMillis(2), Duration.ofSeconds(60))
                .until(() -> streams.state() == KafkaStreams.State.RUNNING, () -> "streams are " + streams.state());
        return new PlainStreamsApplication(streams);
    }

    private static Properties config(BenchmarkCluster stack, BenchmarkContext bench, Settings manner) {
        Team team = manner.team();
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, team.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, stack.bootstrapServers());
        config.put(
                StreamsConfig.STATE_DIR_CONFIG,
                bench.folder().resolve("plain-" + team.name()).toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, manner.guarantee());
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 500);
        config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, -1);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, manner.cacheBytes());
        config.put(
                StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG,
                manner.packed().isEmpty() ? 1_000 : 50);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 2_000);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 5);
        if (!manner.packed().isEmpty()) {
            config.put(
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG),
                    PackingInterceptor.class.getName());
            config.put(
                    StreamsConfig.mainConsumerPrefix(PackingInterceptor.TOPICS),
                    manner.packed().stream().map(topic -> topic.in(team)).collect(Collectors.joining(",")));
        }
        return config;
    }

    @Override
    public String toString() {
        return "streams that are " + streams.state();
    }

    @Override
    public void close() {
        streams.close(Duration.ofSeconds(10));
    }
}
