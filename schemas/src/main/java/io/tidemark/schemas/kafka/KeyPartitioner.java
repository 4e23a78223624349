package io.tidemark.schemas.kafka;

import io.tidemark.schemas.Topic;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Partitions our topics as {@link Topic} says and any other topic by its whole key; for {@code partitioner.class}. */
public final class KeyPartitioner implements Partitioner {
    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            Cluster cluster) {
        int partitions = cluster.partitionsForTopic(topic).size();
        if (key instanceof String text) {
            return Topic.locate(topic)
                    .map(located -> located.topic().partition(text, partitions))
                    .orElseGet(() -> hash(keyBytes, partitions));
        }
        return hash(keyBytes, partitions);
    }

    private static int hash(byte @Nullable [] keyBytes, int partitions) {
        return keyBytes == null ? 0 : Utils.toPositive(Utils.murmur2(keyBytes)) % partitions;
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // Nothing to configure: the catalogue decides.
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
