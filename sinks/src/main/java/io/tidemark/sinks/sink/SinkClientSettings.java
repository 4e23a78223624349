package io.tidemark.sinks.sink;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Settings of the sink's Kafka clients. The user's come first; what the guarantees rest on cannot be changed. */
final class SinkClientSettings {
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
