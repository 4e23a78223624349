package io.tidemark.app.run;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.schemas.Team;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Every value that lies in a team's topics, internal ones too, byte for byte as Latin-1, so that a text in it can be searched for. */
final class Published {
    private Published() {}

    static List<String> values(ClusterConnection connection, Team team) {
        Map<String, Object> settings = Map.of("bootstrap.servers", connection.bootstrapServers());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.listTopics().values().stream()
                    .flatMap(List::stream)
                    .filter(partition -> partition.topic().startsWith("tidemark." + team + "."))
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            return read(consumer, consumer.endOffsets(partitions));
        }
    }

    private static List<String> read(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        List<String> values = new ArrayList<>();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                if (record.value() != null) {
                    values.add(new String(record.value(), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return values;
    }
}
