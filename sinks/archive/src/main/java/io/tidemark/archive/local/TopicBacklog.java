package io.tidemark.archive.local;

import io.tidemark.archive.job.ArchiveOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * What the topics held when it was made, as far as it is not in a checkpoint yet. A partition that ends with the marks of transactions or
 * with aborted records is archived although no record brings the job to its end: a consumer looks whether any is left.
 */
final class TopicBacklog implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int MAX_LOOKS = 5;

    private final KafkaAdmin admin;
    private final Map<TopicPartition, Long> ends;
    private final Map<TopicPartition, Long> beginnings;
    private final KafkaConsumer<byte[], byte[]> consumer;

    TopicBacklog(KafkaAdmin admin, ArchiveOptions options) {
        this.admin = admin;
        List<String> topics = admin.topics();
        this.ends = admin.ends(topics);
        this.beginnings = admin.beginnings(topics);
        this.consumer = consumer(options);
    }

    /** Whether all of it is in a checkpoint. */
    boolean isArchived() {
        Map<TopicPartition, OffsetAndMetadata> read = admin.checkpointed();
        return ends.keySet().stream().allMatch(partition -> isArchived(partition, read.get(partition)));
    }

    private boolean isArchived(TopicPartition partition, @Nullable OffsetAndMetadata read) {
        long from = Math.max(beginnings.getOrDefault(partition, 0L), read == null ? 0 : read.offset());
        long end = ends.getOrDefault(partition, 0L);
        return from >= end || nothingIsLeft(partition, from, end);
    }

    private boolean nothingIsLeft(TopicPartition partition, long from, long end) {
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        for (int look = 0; look < MAX_LOOKS; look++) {
            if (!consumer.poll(LOOK).isEmpty()) {
                return false;
            }
            if (consumer.position(partition) >= end) {
                return true;
            }
        }
        return false;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(ArchiveOptions options) {
        Map<String, Object> settings = new HashMap<>(options.source().clientSettings());
        settings.put("bootstrap.servers", options.source().bootstrapServers());
        settings.put("client.id", "tidemark-archive-backlog");
        settings.put("isolation.level", "read_committed");
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "earliest");
        settings.put("max.poll.records", "1");
        settings.put("max.partition.fetch.bytes", "65536");
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
