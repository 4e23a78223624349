package io.tidemark.streams.topology;

import io.tidemark.schemas.Team;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RoutedRecord;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * What a processor forwards, and its sinks: one per destination, named {@code <processor>-to-<destination>}.
 *
 * @param processor name of the processor's node
 */
record ProcessorOutput(Team team, String processor, KStream<String, RoutedRecord> records) {
    /** Adds a sink for each destination. */
    void to(Destination... destinations) {
        for (Destination destination : destinations) {
            recordsFor(destination)
                    .to(
                            destination.topic(team),
                            Produced.with(Serdes.String(), Serdes.ByteArray())
                                    .withName(node(destination))
                                    .withStreamPartitioner(partitioner(destination)));
        }
    }

    /** Adds a sink for an internal topic that this sub-topology declares, and returns what any sub-topology writes to it. */
    KStream<String, byte[]> repartition(Destination destination, int partitions) {
        return recordsFor(destination)
                .repartition(Repartitioned.<String, byte[]>as(destination.label())
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.ByteArray())
                        .withNumberOfPartitions(partitions)
                        .withStreamPartitioner(partitioner(destination)));
    }

    private KStream<String, byte[]> recordsFor(Destination destination) {
        return records.filter(
                        (key, routed) -> routed.destination() == destination, Named.as(node(destination) + "-filter"))
                .mapValues(RoutedRecord::value, Named.as(node(destination) + "-value"));
    }

    private String node(Destination destination) {
        return processor + "-to-" + destination.label();
    }

    private static StreamPartitioner<String, byte[]> partitioner(Destination destination) {
        return (topic, key, value, partitions) -> Optional.of(Set.of(destination.partition(key, partitions)));
    }
}
