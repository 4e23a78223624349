package io.tidemark.streams;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepResult;
import io.tidemark.events.TokenBatch;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.poison.LoneSurrogates;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.inbox.RunInboxCodec;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.kafka.PackedRecords;
import io.tidemark.streams.kafka.StoreSnapshot;
import io.tidemark.streams.kafka.TopologyDrivers;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import io.tidemark.streams.windows.SeriesQuota;
import io.tidemark.streams.wire.AvroBytes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** A team's whole topology without a broker, over Confluent's own mock of the registry. */
public final class TeamDriver implements AutoCloseable {
    static final Team TEAM = new Team("alpha");

    /** The wall clock at second 0 of the tests' tables. */
    public static final Instant EPOCH = Instant.parse("2024-11-01T12:00:00Z");

    private final TeamServices tools;
    private final SchemaRegistry registry;
    private final TopologyTestDriver driver;
    private final BrokerClock clock;
    private Instant now;
    private final Map<Topic, List<TestRecord<String, byte[]>>> seen = new EnumMap<>(Topic.class);

    TeamDriver(Path stateDir) {
        this(stateDir, TeamMeters.discarding(TEAM));
    }

    TeamDriver(Path stateDir, TeamMeters meters) {
        this(stateDir, meters, SeriesQuota.DEFAULT);
    }

    TeamDriver(Path stateDir, TeamMeters meters, int mostSeries) {
        this(
                stateDir,
                new TeamServices(registry(), meters, new SeriesQuota(mostSeries), new BrokerClock()),
                EPOCH,
                topology -> topology);
    }

    /** One whose wall clock begins at {@code start}. */
    static TeamDriver at(Path stateDir, Instant start) {
        return new TeamDriver(stateDir, tools(), start, topology -> topology);
    }

    /** As {@link #at}; the work takes time by {@code elapsed}. */
    static TeamDriver timed(Path stateDir, Instant start, NanoClock elapsed) {
        TeamServices tools = tools();
        return new TeamDriver(
                stateDir,
                new TeamServices(
                        tools.registry(), tools.meters(), tools.quota(), tools.clock(), tools.usage(), elapsed),
                start,
                topology -> topology);
    }

    /** The host is killed: another one begins with what the stores held, and nothing else. */
    TeamDriver killed(Path stateDir, Instant now) {
        return killed(stateDir, now, tools());
    }

    /** As {@link #killed(Path, Instant)}; the stores hold something else. */
    TeamDriver killedWith(Path stateDir, Instant now, Consumer<StoreSnapshot> change) {
        return killed(stateDir, now, tools(), stores -> {
            change.accept(stores);
            return stores;
        });
    }

    /** As {@link #killed(Path, Instant)}; the other host has room for so many series. */
    TeamDriver killed(Path stateDir, Instant now, int mostSeries) {
        return killed(
                stateDir,
                now,
                new TeamServices(
                        registry(), TeamMeters.discarding(TEAM), new SeriesQuota(mostSeries), new BrokerClock()));
    }

    private TeamDriver killed(Path stateDir, Instant now, TeamServices tools) {
        return killed(stateDir, now, tools, UnaryOperator.identity());
    }

    private TeamDriver killed(Path stateDir, Instant now, TeamServices tools, UnaryOperator<StoreSnapshot> change) {
        StoreSnapshot stores = change.apply(StoreSnapshot.of(driver));
        TeamDriver next = new TeamDriver(stateDir, tools, now, stores::into);
        for (Topic topic : List.of(Topic.WINDOWS, Topic.STEPS, Topic.BREACHES)) {
            seen.computeIfAbsent(topic, unseen -> new ArrayList<>()).addAll(records(topic));
        }
        next.seen.putAll(seen);
        driver.close();
        return next;
    }

    /** What the stores hold now. */
    StoreSnapshot stores() {
        return StoreSnapshot.of(driver);
    }

    private static TeamServices tools() {
        return new TeamServices(
                registry(), TeamMeters.discarding(TEAM), new SeriesQuota(SeriesQuota.DEFAULT), new BrokerClock());
    }

    private static SchemaRegistry registry() {
        return new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://mock"));
    }

    private TeamDriver(Path stateDir, TeamServices tools, Instant start, UnaryOperator<Topology> change) {
        this.tools = tools;
        registry = tools.registry();
        clock = tools.clock();
        now = start;
        registry.register(TEAM);
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, TEAM.applicationId());
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
        config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        driver = TopologyDrivers.start(change.apply(TeamTopology.of(TEAM, tools, 1)), config, start);
    }

    void send(RequestEvent request) {
        send(Topic.REQUESTS, request.getRun() + "/" + request.getLane() + "/" + request.getLaneSeq(), request);
    }

    /** A request that the broker appended at a time of its own. */
    void sendAppended(RequestEvent request, Instant appended) {
        byte[] value =
                registry.encoder(Topic.REQUESTS, TEAM, RequestEvent.class).encode(request);
        driver.createInputTopic(Topic.REQUESTS.in(TEAM), new StringSerializer(), new ByteArraySerializer())
                .pipeInput("key", value, appended);
    }

    /** What one poll gives of the topic, without a commit in between. */
    void sendTogether(List<RequestEvent> requests) {
        var encoder = registry.encoder(Topic.REQUESTS, TEAM, RequestEvent.class);
        String topic = Topic.REQUESTS.in(TEAM);
        List<ConsumerRecord<byte[], byte[]>> polled = requests.stream()
                .map(request -> new ConsumerRecord<>(topic, 0, 0, new byte[0], encoder.encode(request)))
                .toList();
        driver.createInputTopic(topic, new StringSerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(
                        "key", new byte[0], PackedRecords.carrierRecord(polled).headers(), appended()));
    }

    /** What runs were sent of events since the last call. */
    List<RunInboxRecord.Deltas> deltas() {
        return driver
                .createOutputTopic(
                        Destination.RUN_INBOX.topic(TEAM), new StringDeserializer(), new ByteArrayDeserializer())
                .readValuesToList()
                .stream()
                .map(RunInboxCodec::decode)
                .filter(RunInboxRecord.Deltas.class::isInstance)
                .map(RunInboxRecord.Deltas.class::cast)
                .toList();
    }

    /** Headers of what runs were sent since the last call. */
    List<Headers> headersToRuns() {
        return driver
                .createOutputTopic(
                        Destination.RUN_INBOX.topic(TEAM), new StringDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .stream()
                .map(TestRecord::headers)
                .toList();
    }

    void send(TokenBatch batch) {
        send(Topic.TOKENS, batch.getRun() + "/" + batch.getLane() + "/" + batch.getLaneSeq(), batch);
    }

    void send(Heartbeat heartbeat) {
        send(Topic.HEARTBEATS, Keys.heartbeat(heartbeat.getRun(), heartbeat.getLane()), heartbeat);
    }

    void send(ControlEvent control) {
        send(Topic.CONTROL, "run/" + Given.RUN, control);
    }

    void send(ServerSample sample) {
        send(Topic.SERVERS, sample.getTarget(), sample);
    }

    /** Other tasks of the team in this process hold so much. */
    void othersHold(TeamLimit limit, long amount) {
        tools.usage().share().add(limit, amount);
    }

    /** What the tasks of the team hold. */
    long held(TeamLimit limit) {
        return tools.usage().held(limit);
    }

    /** What another host of the team sends to a run. */
    void sendToRun(String run, RunInboxRecord record, Headers headers) {
        driver.createInputTopic(Destination.RUN_INBOX.topic(TEAM), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(run, RunInboxCodec.encode(record), headers, appended()));
    }

    /** What another host of the team sends to where the runs of an experiment are compared. */
    void sendToExperiment(StepResult result) {
        driver.createInputTopic(
                        Destination.STEP_RESULTS_BY_EXPERIMENT.topic(TEAM),
                        new StringSerializer(),
                        new ByteArraySerializer())
                .pipeInput(result.getExperiment(), AvroBytes.encode(StepResult.getEncoder(), result), appended());
    }

    void sendRaw(Topic topic, byte[] value) {
        pipe(topic, "key", value);
    }

    /** The host's clock is off by so much from now on; the host knows it from what it wrote. */
    void brokersAreAhead(Duration offset) {
        clock.acknowledged(now.plus(offset).toEpochMilli(), now.toEpochMilli());
    }

    /** By the broker's clock. */
    private Instant appended() {
        return Instant.ofEpochMilli(clock.brokerMillis(now.toEpochMilli()));
    }

    /** Moves the wall clock on. */
    void pass(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            now = now.plusSeconds(1);
        }
    }

    /** Moves the wall clock on in one step, as it is for a host that was away. */
    void advanceOnly(Duration time) {
        driver.advanceWallClockTime(time);
        now = now.plus(time);
    }

    /** Everything that a topic has had so far. */
    <T extends SpecificRecord> List<T> seen(Topic topic, Class<T> type) {
        seen.computeIfAbsent(topic, unseen -> new ArrayList<>()).addAll(records(topic));
        var decoder = registry.decoder(type);
        return seen.get(topic).stream()
                .map(record -> decoder.decode(new RecordPosition(topic.in(TEAM), 0, 0), record.value()))
                .toList();
    }

    /** Keys of what was seen. */
    List<String> seenKeys(Topic topic) {
        return seen.getOrDefault(topic, List.of()).stream().map(TestRecord::key).toList();
    }

    <T extends SpecificRecord> List<T> read(Topic topic, Class<T> type) {
        var decoder = registry.decoder(type);
        return records(topic).stream()
                .map(record -> decoder.decode(new RecordPosition(topic.in(TEAM), 0, 0), record.value()))
                .toList();
    }

    List<TestRecord<String, byte[]>> records(Topic topic) {
        return driver.createOutputTopic(topic.in(TEAM), new StringDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** What topics have had is kept here no longer, internal ones included. */
    void discardOutputs() {
        for (String topic : driver.producedTopicNames()) {
            driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList();
        }
    }

    @Override
    public void close() {
        driver.close();
    }

    /** To the topic of its kind, under the key that a producer gives it. */
    void send(SpecificRecord event) {
        send(TeamTopics.input(event), TeamTopics.key(event), event);
    }

    /** The same, with surrogates where there is a place for some; returns how many bytes it takes. */
    int sendCounted(SpecificRecord event) {
        Topic topic = TeamTopics.input(event);
        byte[] value = LoneSurrogates.in(encoded(topic, event));
        pipe(topic, TeamTopics.key(event), value);
        return value.length;
    }

    private void send(Topic topic, String key, SpecificRecord event) {
        pipe(topic, key, encoded(topic, event));
    }

    @SuppressWarnings("unchecked") // an encoder of the event's own class
    private <T extends SpecificRecord> byte[] encoded(Topic topic, T event) {
        return registry.encoder(topic, TEAM, (Class<T>) event.getClass()).encode(event);
    }

    private void pipe(Topic topic, String key, byte[] value) {
        driver.createInputTopic(topic.in(TEAM), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value, appended());
    }
}
