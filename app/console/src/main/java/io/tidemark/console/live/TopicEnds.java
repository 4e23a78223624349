package io.tidemark.console.live;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.sinks.sink.StoreSink;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Where the topics of teams end, for committed records. Thread-safe. */
public final class TopicEnds implements AutoCloseable {
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(5);

    private final KafkaConsumer<byte[], byte[]> consumer;

    public TopicEnds(Source source) {
        Map<String, Object> settings = new HashMap<>(source.settings());
        settings.put("default.api.timeout.ms", String.valueOf(ANSWERS_WITHIN.toMillis()));
        this.consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * Of each partition of the topics that a store keeps; topics that are not there are left out.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
     */
    public synchronized Map<TopicPartition, Long> of(Team team) {
        List<TopicPartition> partitions = StoreSink.topics().stream()
                .filter(Topic::isRequired)
                .map(topic -> topic.in(team))
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        return consumer.endOffsets(partitions);
    }

    @Override
    public synchronized void close() {
        consumer.close();
    }
}
