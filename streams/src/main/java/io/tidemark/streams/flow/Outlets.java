package io.tidemark.streams.flow;

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
public final class Outlets {
    private Outlets() {}

    /** Values stay bytes: they are decoded where an undecodable one can become a dead letter. */
    public static Consumed<String, byte[]> raw(String name) {
        return Consumed.with(Serdes.String(), Serdes.ByteArray())
                .withName(name)
                .withTimestampExtractor(new BrokerTime());
    }

    /** Sends each record to the topic that it names. */
    public static void deliver(String name, KStream<String, Outgoing> stream) {
        stream.to(
                (key, value, context) -> value.topic(),
                Produced.with(Serdes.String(), serde()).withName(name).withStreamPartitioner(byCatalogue()));
    }

    /** The named repartition of what is meant for it; everything else is delivered. */
    public static KStream<String, byte[]> inbox(String inbox, Lanes lanes, KStream<String, Outgoing> stream) {
        String topic = lanes.topics().internal(inbox);
        deliver(
                lanes.from() + "-deliver",
                stream.filterNot((key, value) -> value.topic().equals(topic), Named.as(lanes.from() + "-others")));
        return stream.filter((key, value) -> value.topic().equals(topic), Named.as(lanes.from() + "-" + inbox))
                .mapValues(Outgoing::value, Named.as(lanes.from() + "-" + inbox + "-bytes"))
                .repartition(Repartitioned.<String, byte[]>as(inbox)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.ByteArray())
                        .withNumberOfPartitions(lanes.partitions())
                        .withStreamPartitioner((name, key, value, count) -> one(hash(key, count))));
    }

    /** Where an inbox is fed from, and how wide it is. */
    public record Lanes(TeamTopics topics, String from, int partitions) {}

    private static StreamPartitioner<String, Outgoing> byCatalogue() {
        return (topic, key, value, count) -> one(Topic.locate(topic)
                .map(located -> located.topic().partition(key, count))
                .orElseGet(() -> hash(key, count)));
    }

    private static int hash(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    private static Optional<Set<Integer>> one(int partition) {
        return Optional.of(Set.of(partition));
    }

    private static Serde<Outgoing> serde() {
        Deserializer<Outgoing> never = (topic, bytes) -> {
            throw new UnsupportedOperationException("outgoing records are only written");
        };
        return Serdes.serdeFrom((topic, outgoing) -> outgoing.value(), never);
    }
}
