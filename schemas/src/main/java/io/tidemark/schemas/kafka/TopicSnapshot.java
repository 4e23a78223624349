package io.tidemark.schemas.kafka;

import io.tidemark.schemas.serde.RegistryUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what a topic holds: from its beginning up to the end that it has when it is asked, without a consumer group. What it cannot
 * decode, or its taker fails on, it passes over, as {@link RecordFeed} does.
 */
public final class TopicSnapshot {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MAX_SILENT_POLLS = 150;
    private static final String ANSWERS_WITHIN_MILLIS = "15000";

    private TopicSnapshot() {}

    /**
     * Hands the topic's events over, those of one partition in their order; returns when all are.
     *
     * @throws org.apache.kafka.common.KafkaException if the cluster does not answer, or falls silent for 15 s
     * @throws RegistryUnavailableException if the registry is needed and cannot be asked
     */
    public static <T extends SpecificRecord> void read(RecordFeed.Source source, RecordFeed.Tap<T> tap) {
        Map<String, Object> settings = new HashMap<>(source.settings());
        settings.put("default.api.timeout.ms", ANSWERS_WITHIN_MILLIS);
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            read(consumer, tap);
        }
    }

    static <T extends SpecificRecord> void read(Consumer<byte[], byte[]> consumer, RecordFeed.Tap<T> tap) {
        List<TopicPartition> partitions = consumer.partitionsFor(tap.topic()).stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        int silentPolls = 0;
        while (isShortOf(ends, consumer)) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            records.forEach(tap::take);
            silentPolls = records.isEmpty() ? silentPolls + 1 : 0;
            if (silentPolls > MAX_SILENT_POLLS) {
                throw new TimeoutException("Kafka gave nothing of " + tap.topic() + " for "
                        + POLL.multipliedBy(MAX_SILENT_POLLS).toSeconds() + " s, though it is not at its end");
            }
        }
    }

    private static boolean isShortOf(Map<TopicPartition, Long> ends, Consumer<byte[], byte[]> consumer) {
        return ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
    }
}
