package io.tidemark.streams.replay;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.kafka.PackedRecords;
import io.tidemark.streams.kafka.TopologyDrivers;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * Counts records of a team in this process, without a broker: the topology that a streams host runs, as one task on Kafka's own driver, under a
 * clock that the records' times move on. The same records give the same results, however fast they are read. Not thread-safe.
 */
public final class TopologyReplay implements AutoCloseable {
    /** The clock moves in such steps: it divides a second, and the ingest processor sends on what it has 200 ms before each second. */
    private static final Duration STEP = Duration.ofMillis(200);

    private static final List<Topic> OUTPUTS =
            List.of(Topic.WINDOWS, Topic.BREACHES, Topic.STEPS, Topic.REGRESSIONS, Topic.DEAD_LETTERS);

    /** So many records of tokens or requests are processed at once at most. */
    private static final int PACK_RECORDS = 2_000;

    private final Team team;
    private final Map<String, Topic> inputs;
    private final TopologyTestDriver driver;
    private final Map<String, Long> nextOffsets = new HashMap<>();
    private final Map<Topic, List<ConsumerRecord<byte[], byte[]>>> packs = new EnumMap<>(Topic.class);
    private final List<ConsumerRecord<byte[], byte[]>> passed = new ArrayList<>();
    private Instant now;

    /**
     * Begins with empty stores.
     *
     * @param registry that knows the schemas of the records, and has those of the team's topics
     * @param start time of the first record
     */
    public TopologyReplay(Team team, SchemaRegistry registry, Instant start) {
        this.team = team;
        this.inputs = Arrays.stream(Topic.values())
                .filter(Topic::isInput)
                .collect(Collectors.toMap(topic -> topic.in(team), topic -> topic));
        this.now = start.truncatedTo(ChronoUnit.SECONDS);
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, team.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        this.driver = TopologyDrivers.start(
                TeamTopology.of(team, TeamServices.withoutMeters(team, registry), 1), config, now);
    }

    /** The replay's clock. */
    public Instant now() {
        return now;
    }

    /**
     * Takes a record of an input topic of the team. The clock moves on to its time first; one with an earlier time is taken now.
     *
     * @throws IllegalArgumentException if it is of no input topic of the team
     */
    public void accept(ProducerRecord<String, byte[]> record) {
        Topic topic = inputs.get(record.topic());
        if (topic == null) {
            throw new IllegalArgumentException(
                    "a replay takes records of the topics " + inputs.keySet() + " but got one of " + record.topic());
        }
        if (record.timestamp() != null) {
            advanceTo(Instant.ofEpochMilli(record.timestamp()));
        }
        ConsumerRecord<byte[], byte[]> numbered = numbered(
                record.topic(), new TestRecord<>(record.key().getBytes(StandardCharsets.UTF_8), record.value()));
        if (topic == Topic.TOKENS || topic == Topic.REQUESTS) {
            List<ConsumerRecord<byte[], byte[]>> pack = packs.computeIfAbsent(topic, none -> new ArrayList<>());
            pack.add(numbered);
            if (pack.size() >= PACK_RECORDS) {
                processPacks();
            }
        } else {
            processPacks();
            process(numbered, new RecordHeaders());
        }
        passed.add(numbered);
    }

    /** Lets time pass without a record. */
    public void advance(Duration time) {
        advanceTo(now.plus(time));
    }

    private void advanceTo(Instant time) {
        while (!now.plus(STEP).isAfter(time)) {
            processPacks();
            driver.advanceWallClockTime(STEP);
            now = now.plus(STEP);
        }
    }

    private void processPacks() {
        packs.values().stream().filter(pack -> !pack.isEmpty()).forEach(pack -> {
            ConsumerRecord<byte[], byte[]> carrier = PackedRecords.carrierRecord(List.copyOf(pack));
            pack.clear();
            process(carrier, carrier.headers());
        });
    }

    private void process(ConsumerRecord<byte[], byte[]> record, Headers headers) {
        driver.createInputTopic(record.topic(), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(record.key(), record.value(), headers, now));
    }

    /** What the topics have had since it was last asked: the input in its order, then what was computed of it. */
    public List<ConsumerRecord<byte[], byte[]>> takeRecords() {
        processPacks();
        List<ConsumerRecord<byte[], byte[]>> taken = new ArrayList<>(passed);
        passed.clear();
        for (Topic topic : OUTPUTS) {
            String name = topic.in(team);
            driver.createOutputTopic(name, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList()
                    .forEach(record -> taken.add(numbered(name, record)));
        }
        return taken;
    }

    private ConsumerRecord<byte[], byte[]> numbered(String topic, TestRecord<byte[], byte[]> record) {
        long offset = nextOffsets.merge(topic, 1L, Long::sum) - 1;
        return new ConsumerRecord<>(
                topic,
                0,
                offset,
                now.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                record.key().length,
                record.value() == null ? ConsumerRecord.NULL_SIZE : record.value().length,
                record.key(),
                record.value(),
                record.headers(),
                Optional.empty());
    }

    @Override
    public void close() {
        driver.close();
    }
}
