package io.tidemark.streams.kafka;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Packs what a poll gave of the topics named under {@value #TOPICS}: Kafka Streams spends about two microseconds on each record that
 * passes through it, more than reading and counting a batch of chunks takes, and a pack is one record. Made by Kafka's consumer by
 * its name.
 */
public final class PackingInterceptor implements ConsumerInterceptor<byte[], byte[]> {
    /** Consumer setting: the topics to pack, with commas between. */
    public static final String TOPICS = "tidemark.packed.topics";

    private Set<String> topics = Set.of();

    @Override
    public void configure(Map<String, ?> settings) {
        topics = Set.of(String.valueOf(settings.get(TOPICS)).split(",", -1));
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> polled) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> packed = new LinkedHashMap<>();
        for (TopicPartition partition : polled.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
            packed.put(
                    partition,
                    topics.contains(partition.topic()) ? List.of(PackedRecords.carrierRecord(records)) : records);
        }
        return new ConsumerRecords<>(packed, polled.nextOffsets());
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // nothing was kept
    }

    @Override
    public void close() {
        // nothing was opened
    }
}
