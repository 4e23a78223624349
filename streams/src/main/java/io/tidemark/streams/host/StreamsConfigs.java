package io.tidemark.streams.host;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.TeamClientIds;
import io.tidemark.streams.kafka.AppendTimeInterceptor;
import io.tidemark.streams.kafka.PackingInterceptor;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The settings of a team's application, as they were measured; some are not for choice. */
final class StreamsConfigs {
    /** What a tick reports is committed just before it, and what it publishes just after it, whatever this is: see docs/decisions. */
    private static final int COMMIT_INTERVAL_MILLIS = 500;

    /** How soon a host that has caught up with a task's state gets the task; Kafka's default is 10 min. */
    private static final int PROBING_MILLIS = 60_000;

    private static final int MIN_SESSION_MILLIS = 10_000;
    private static final int HEARTBEAT_MILLIS = 3_000;
    private static final int LINGER_MILLIS = 5;
    /** A restore that takes on further partitions waits for the fetch that is under way: with Kafka's 500 ms, half of a restart. */
    private static final int RESTORE_FETCH_WAIT_MILLIS = 50;

    private static final int PRODUCER_BUFFER_BYTES = 16 << 20;
    private static final int POLL_RECORDS = 2_000;
    /** Records, packs of up to {@link #POLL_RECORDS} among them, that wait in front of a task before its partition is paused. */
    private static final int BUFFERED_PER_PARTITION = 50;

    /** A second of a busy series, with each request that ended in it, can be more than Kafka's 1 MiB. */
    private static final int MAX_INTERNAL_RECORD_BYTES = 8 << 20;

    private StreamsConfigs() {}

    /**
     * @param instanceId the name of the host if none is configured
     * @param appendTimes receives the topic and the append time, epoch milliseconds, of each acknowledged record
     * @throws IllegalArgumentException if the given settings ask for less than exactly once
     */
    static Properties of(StreamsOptions options, Team team, String instanceId, BiConsumer<String, Long> appendTimes) {
        Properties config = new Properties();
        options.kafka().settings().forEach(config::put);
        requireAtLeast(options.kafka().settings());
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, team.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, options.kafka().bootstrapServers());
        config.put(StreamsConfig.CLIENT_ID_CONFIG, TeamClientIds.streams(team));
        config.put(StreamsConfig.STATE_DIR_CONFIG, options.stateDir().toString());
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, options.tuning().threads());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MILLIS);
        config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 0);
        config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        config.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
        config.put(
                StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
                Integer.toString(MAX_INTERNAL_RECORD_BYTES));
        consumers(config);
        group(config, options.tuning().group(), instanceId);
        config.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, BUFFERED_PER_PARTITION);
        packing(config, team);
        producers(config, appendTimes);
        return config;
    }

    /** With the classic protocol a stable member id and short timeouts: back in about a second after a kill, not in 42. */
    private static void group(Properties config, GroupOptions group, String instanceId) {
        config.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, group.protocol().setting());
        if (group.protocol() == GroupOptions.Protocol.STREAMS) {
            return; // timeouts and standbys are the brokers' settings
        }
        config.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, group.standbys());
        config.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, PROBING_MILLIS);
        config.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
                group.member().orElse(instanceId));
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), HEARTBEAT_MILLIS);
    }

    private static void consumers(Properties config) {
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), "read_committed");
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), POLL_RECORDS);
        config.put(
                StreamsConfig.restoreConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG),
                RESTORE_FETCH_WAIT_MILLIS);
    }

    /** After the interceptors that were asked for, which see the records themselves. */
    private static void packing(Properties config, Team team) {
        String setting = StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
        String asked = requested(
                config,
                setting,
                StreamsConfig.consumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG),
                ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
        config.put(setting, asked + PackingInterceptor.class.getName());
        config.put(
                StreamsConfig.mainConsumerPrefix(PackingInterceptor.TOPICS),
                Topic.TOKENS.in(team) + "," + Topic.REQUESTS.in(team));
    }

    /** What the first of some settings that is given says, with a comma behind it. */
    private static String requested(Properties config, String... settings) {
        return Stream.of(settings)
                .filter(config::containsKey)
                .findFirst()
                .map(key -> config.get(key) + ",")
                .orElse("");
    }

    private static void producers(Properties config, BiConsumer<String, Long> appendTimes) {
        String interceptors = StreamsConfig.producerPrefix(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG);
        config.put(
                interceptors,
                requested(config, interceptors, ProducerConfig.INTERCEPTOR_CLASSES_CONFIG)
                        + AppendTimeInterceptor.class.getName());
        config.put(StreamsConfig.producerPrefix(AppendTimeInterceptor.LISTENER), appendTimes);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), LINGER_MILLIS);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), MAX_INTERNAL_RECORD_BYTES);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG), PRODUCER_BUFFER_BYTES);
    }

    /** Lets a member of the group be silent for as long as a transaction may last, and no less than is usual. */
    static Properties withTransactionTimeout(Duration transaction, Properties config) {
        Properties allowing = new Properties();
        allowing.putAll(config);
        if (config.containsKey(StreamsConfig.consumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG))) {
            allowing.put(
                    StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
                    Math.max(MIN_SESSION_MILLIS, Math.toIntExact(transaction.toMillis())));
        }
        return allowing;
    }

    private static void requireAtLeast(Map<String, String> settings) {
        String asked = settings.get(StreamsConfig.PROCESSING_GUARANTEE_CONFIG);
        if (asked != null && !asked.equals(StreamsConfig.EXACTLY_ONCE_V2)) {
            throw new IllegalArgumentException(StreamsConfig.PROCESSING_GUARANTEE_CONFIG + " must be "
                    + StreamsConfig.EXACTLY_ONCE_V2 + " but was " + asked
                    + ": deltas and offsets must be committed together, or requests are counted twice");
        }
    }
}
