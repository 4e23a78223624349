package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What is in a team's dead letters. */
final class DeadLetterReader {
    private DeadLetterReader() {}

    static List<ConsumerRecord<byte[], byte[]>> of(String bootstrapServers, Team team) {
        List<TopicPartition> partitions = List.of(
                new TopicPartition(Topic.DEAD_LETTERS.in(team), 0), new TopicPartition(Topic.DEAD_LETTERS.in(team), 1));
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
            while (!partitions.stream().allMatch(one -> consumer.position(one) >= ends.get(one))) {
                consumer.poll(Duration.ofMillis(100)).forEach(found::add);
            }
            return found;
        }
    }

    static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
