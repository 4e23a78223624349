package io.tidemark.streams.processor;

import io.tidemark.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** How records come in and go out, the same for every sub-topology. */
public final class TopicRouting {
    private TopicRouting() {}

    /** Values stay bytes: they are decoded where an undecodable one can become a dead letter. */
    public static Consumed<String, byte[]> consumedBytes(String name) {
        return Consumed.with(Serdes.String(), Serdes.ByteArray())
                .withName(name)
                .withTimestampExtractor(new AppendTimeExtractor());
    }

    /** Sends each record to the topic that it names. */
    public static void sendToNamedTopic(String name, KStream<String, RoutedRecord> stream) {
        stream.to(
                (key, value, context) -> value.topic(),
                Produced.with(Serdes.String(), serde()).withName(name).withStreamPartitioner(byTopicDefinition()));
    }

    /** The named repartition of what is meant for it; everything else is delivered. */
    public static KStream<String, byte[]> repartitionOrSend(
            String inbox, RepartitionSpec lanes, KStream<String, RoutedRecord> stream) {
        String topic = lanes.topics().internal(inbox);
        sendToNamedTopic(
                lanes.from() + "-deliver",
                stream.filterNot((key, value) -> value.topic().equals(topic), Named.as(lanes.from() + "-others")));
        return stream.filter((key, value) -> value.topic().equals(topic), Named.as(lanes.from() + "-" + inbox))
                .mapValues(RoutedRecord::value, Named.as(lanes.from() + "-" + inbox + "-bytes"))
                .repartition(Repartitioned.<String, byte[]>as(inbox)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.ByteArray())
                        .withNumberOfPartitions(lanes.partitions())
                        .withStreamPartitioner((name, key, value, count) -> onlyPartition(hash(key, count))));
    }

    /** Where an inbox is fed from, and how wide it is. */
    public record RepartitionSpec(TeamTopics topics, String from, int partitions) {}

    private static StreamPartitioner<String, RoutedRecord> byTopicDefinition() {
        return (topic, key, value, count) -> onlyPartition(Topic.locate(topic)
                .map(located -> located.topic().partition(key, count))
                .orElseGet(() -> hash(key, count)));
    }

    private static int hash(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    private static Optional<Set<Integer>> onlyPartition(int partition) {
        return Optional.of(Set.of(partition));
    }

    private static Serde<RoutedRecord> serde() {
        Deserializer<RoutedRecord> never = (topic, bytes) -> {
            throw new UnsupportedOperationException("outgoing records are only written");
        };
        return Serdes.serdeFrom((topic, outgoing) -> outgoing.value(), never);
    }
}
