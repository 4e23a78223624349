package io.tidemark.streams;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Writes the events of some runs of a team on a running cluster to Avro files. Arguments: bootstrap servers, registry URL, team, folder,
 * then the runs' ids and the names of their targets.
 */
final class InputRecorder {
    private InputRecorder() {}

    public static void main(String[] arguments) throws IOException {
        SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.embedded(arguments[1]));
        for (Map.Entry<Topic, Class<? extends SpecificRecord>> entry : RecordedInput.TOPICS.entrySet()) {
            Path file = Path.of(arguments[3], "recorded-" + entry.getKey().stream() + ".avro");
            List<byte[]> values = read(arguments[0], entry.getKey().in(new Team(arguments[2])));
            Set<String> kept = Set.of(Arrays.copyOfRange(arguments, 4, arguments.length));
            write(file, values, registry.decoder(entry.getValue()), kept);
        }
    }

    private static <T extends SpecificRecord> void write(
            Path file, List<byte[]> values, EventDecoder<T> decoder, Set<String> kept) throws IOException {
        List<T> events = values.stream()
                .map(value -> decoder.decode(new RecordPosition(file.toString(), 0, 0), value))
                .filter(event -> kept.contains(owner(event)))
                .toList();
        try (DataFileWriter<SpecificRecord> writer = new DataFileWriter<>(new SpecificDatumWriter<>())) {
            writer.setCodec(CodecFactory.deflateCodec(9));
            writer.create(events.get(0).getSchema(), file.toFile());
            for (T event : events) {
                writer.append(withoutPlace(event));
            }
        }
    }

    /** How a run was started is nobody's business: it names places on somebody's machine. */
    private static SpecificRecord withoutPlace(SpecificRecord event) {
        if (event instanceof ControlEvent control && control.getState() instanceof RunState run) {
            return ControlEvent.newBuilder(control)
                    .setState(RunState.newBuilder(run)
                            .setCommand("tidemark run plan.yaml")
                            .build())
                    .build();
        }
        return event;
    }

    /** The run of an event, the target of a scrape. */
    private static String owner(SpecificRecord event) {
        String[] parts = TeamTopics.key(event).split("/", 3);
        return event instanceof ControlEvent ? parts[1] : parts[0];
    }

    private static List<byte[]> read(String bootstrapServers, String topic) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<byte[]> values = new ArrayList<>();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
            return values;
        }
    }
}
