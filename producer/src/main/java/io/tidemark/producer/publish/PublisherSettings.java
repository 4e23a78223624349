package io.tidemark.producer.publish;

import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.KeyPartitioner;
import io.tidemark.schemas.kafka.TeamClientIds;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How to reach Kafka.
 *
 * @param bootstrapServers host:port, several joined by commas
 * @param extra any setting of Kafka's producer, such as security; wins over ours but for acknowledgement, order and partitioning
 * @param spool where events wait while Kafka is slow or away
 */
public record PublisherSettings(String bootstrapServers, Map<String, String> extra, SpoolSettings spool) {
    private static final int LINGER_MILLIS = 20;
    private static final int BATCH_BYTES = 128 << 10;
    private static final long BUFFER_BYTES = 64L << 20;
    private static final int MAX_BLOCK_MILLIS = 5_000;

    public PublisherSettings {
        extra = Map.copyOf(extra);
    }

    public static PublisherSettings of(String bootstrapServers) {
        return new PublisherSettings(bootstrapServers, Map.of(), SpoolSettings.off());
    }

    /** Of a producer of a team, under the client id that the team's quotas are set on. */
    Map<String, Object> properties(Team team) {
        Map<String, Object> properties = properties();
        if (!extra.containsKey(ProducerConfig.CLIENT_ID_CONFIG)) {
            properties.put(ProducerConfig.CLIENT_ID_CONFIG, TeamClientIds.producer(team));
        }
        return properties;
    }

    Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
        properties.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        // While no broker answers, what is known of the topics is kept, so that nothing asks for it again.
        properties.put(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG, "none");
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, "tidemark-producer");
        properties.putAll(extra);
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // A broker that starts again after a crash knows only the last batch of each producer: an earlier one without
        // an answer would be written twice.
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        // Never given up: a batch that timed out would be lost, or come after those behind it.
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        properties.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        properties.put(ProducerConfig.PARTITIONER_CLASS_CONFIG, KeyPartitioner.class);
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        return properties;
    }
}
