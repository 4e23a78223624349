package io.tidemark.faults;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.TokenBatch;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.poison.ForeignSchemas;
import io.tidemark.fixtures.poison.LoneSurrogates;
import io.tidemark.fixtures.poison.MultipliedEvents;
import io.tidemark.fixtures.poison.PoisonRecords;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.specific.SpecificRecord;

/** What a hostile producer of one team sends: drawn from a seed, without an end. Not thread-safe. */
final class HostileRecords {
    /** A family of records. */
    enum Kind {
        /** Small records that once ended a team's application. */
        POISON,
        /** Valid events with some fields at their extremes. */
        EXTREMES,
        /** Bytes under schemas that only this producer knows. */
        FOREIGN_SCHEMAS,
        /** Bytes under ids that no registry knows. */
        UNKNOWN_IDS,
        /** Runs with very many lanes. */
        LANES,
        /** Samples of very many targets. */
        SAMPLES,
        /** Many and large definitions: runs, steps and objectives. */
        DEFINITIONS,
        /** Numbers of a lane that leave gaps. */
        SPARSE_NUMBERS,
        /** Objectives with many rules, and many series. */
        OBJECTIVES_X_SERIES,
        /** Definitions whose results are larger than a topic takes. */
        LARGE_RESULT,
        /** Batches whose chunks are a second apart. */
        SECONDS,
        /** Sketches of few values that are far apart. */
        SKETCHES,
        /** Numbers of many lanes that leave gaps. */
        SPARSE_LANES,
        /** Runs of experiments and phases without an end. */
        PHASES,
        /** Long names of requests without output. */
        NAMES,
        /** Samples with a long text where a number belongs. */
        SKEW,
        /** Runs of one target, and its samples, each from another instance: each sample goes to all of the runs. */
        FAN_OUT,
        /** Classes of requests without an end. */
        CLASSES,
        /** Heartbeats outside of steps: of runs, and of lanes of one run, without an end. */
        HEARTBEATS,
        /** No records: {@link HostileRegistryCalls}. */
        REGISTRY
    }

    /** One record. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are sent, never compared
    record Hostile(Topic topic, String key, byte[] value) {}

    private static final List<Instant> MOMENTS = List.of(
            Instant.parse("1600-01-01T00:00:00Z"),
            Instant.parse("1677-09-21T00:12:43Z"),
            Instant.parse("1960-01-01T00:00:00Z"),
            Instant.parse("1969-12-31T23:59:59.999999Z"),
            Instant.EPOCH,
            Instant.parse("2262-04-11T23:47:17Z"),
            Instant.parse("2300-01-01T00:00:00Z"),
            Instant.parse("+200000-01-01T00:00:00Z"));

    private static final int RUNS = 20;
    private static final int LANES = 60_000;
    private static final int LARGE = 300_000;
    private static final int BURST = 200;
    private static final long STRIDE = 4_096;

    private final SchemaRegistry registry;
    private final Team team;
    private final SplittableRandom random;
    private final ForeignSchemas foreign;
    private final ExtremeFields extremes;
    private final MultipliedEvents multiplied;
    private final List<String> runs = new ArrayList<>();
    private long sparseNumber = STRIDE - 1;
    private long number;

    HostileRecords(SchemaRegistry registry, Team team, ForeignSchemas foreign, long seed) {
        this.registry = registry;
        this.team = team;
        this.foreign = foreign;
        this.random = new SplittableRandom(seed);
        this.extremes = new ExtremeFields(random.split(), MOMENTS);
        this.multiplied = new MultipliedEvents(InstantSource.system(), random.split());
        IntStream.range(0, RUNS).forEach(i -> runs.add(Ulid.next(InstantSource.system(), random)));
    }

    /** The next records of a kind, to be sent in this order. */
    List<Hostile> next(Kind kind) {
        return switch (kind) {
            case POISON -> poison();
            case EXTREMES -> List.of(extreme());
            case FOREIGN_SCHEMAS -> List.of(foreign());
            case UNKNOWN_IDS -> List.of(unknownId());
            case LANES -> List.of(lanes());
            case SAMPLES -> samples();
            case DEFINITIONS -> definitions();
            case SPARSE_NUMBERS -> sparse();
            case OBJECTIVES_X_SERIES -> events(multiplied.objectivesBySeries());
            case LARGE_RESULT -> events(multiplied.largeResult());
            case SECONDS -> events(multiplied.seconds());
            case SKETCHES -> events(multiplied.sketches());
            case SPARSE_LANES -> events(multiplied.sparseNumber());
            case PHASES -> events(multiplied.phase());
            case NAMES -> events(multiplied.name());
            case SKEW -> events(multiplied.skew());
            case FAN_OUT -> fanOut();
            case CLASSES -> events(List.of(requestOfNewClass()));
            case HEARTBEATS -> events(heartbeats());
            case REGISTRY -> List.of();
        };
    }

    private List<Hostile> events(List<SpecificRecord> events) {
        return events.stream()
                .map(event -> event(TeamTopics.input(event), TeamTopics.key(event), event))
                .toList();
    }

    private String run() {
        return runs.get(random.nextInt(runs.size()));
    }

    private String freshRun() {
        return Ulid.next(InstantSource.system(), random);
    }

    /** One of them, of a run that is known. */
    private List<Hostile> poison() {
        String run = freshRun();
        List<PoisonRecords.Dose> stoppers = new PoisonRecords(registry, team, run, random.nextLong(), now()).stoppers();
        PoisonRecords.Dose one = stoppers.get(random.nextInt(stoppers.size()));
        return List.of(
                control(Keys.run(run), runState(run).build()),
                new Hostile(
                        one.topic(), run + "/lane-0", one.value().orElseThrow().array()),
                request(run, 0));
    }

    private Hostile extreme() {
        String run = random.nextBoolean() ? run() : freshRun();
        Supplier<SpecificRecord> drawn = List.<Supplier<SpecificRecord>>of(
                        () -> requestEvent(run, random.nextInt(1_000)).build(),
                        () -> batch(run, random.nextInt(1_000)).build(),
                        () -> beat(run, "lane-0").build(),
                        () -> sample("target-" + random.nextInt(10)),
                        () -> ControlEvent.newBuilder()
                                .setAt(now())
                                .setState(
                                        random.nextBoolean()
                                                ? runState(run).build()
                                                : stepState(run).build())
                                .build())
                .get(random.nextInt(5));
        while (true) {
            SpecificRecord event = drawn.get();
            extremes.spoil(event);
            try {
                return event(topic(event), run + "/lane-0", event);
            } catch (AvroRuntimeException | ArithmeticException | ClassCastException e) {
                // Some combinations have no form in Avro, such as a moment beyond its micros: others are drawn.
            }
        }
    }

    private Hostile foreign() {
        String run = run();
        return new Hostile(
                Topic.HEARTBEATS,
                Keys.heartbeat(run, "lane-0"),
                foreign.value(
                        random.nextInt(foreign.count()), beat(run, "lane-0").build()));
    }

    private Hostile unknownId() {
        byte[] bytes = new byte[40 + random.nextInt(400)];
        random.nextBytes(bytes);
        ByteBuffer.wrap(bytes).put((byte) 0).putInt(1_000_000 + random.nextInt(1_000_000));
        return new Hostile(inputTopic(), run() + "/lane-0", bytes);
    }

    private Hostile lanes() {
        String run = freshRun();
        List<String> names = IntStream.range(0, LANES)
                .mapToObj(i -> Integer.toString(i, Character.MAX_RADIX))
                .toList();
        return control(Keys.run(run), runState(run).setLanes(names).build());
    }

    private List<Hostile> samples() {
        return IntStream.range(0, BURST)
                .mapToObj(i -> {
                    ServerSample sample = sample("target-" + random.nextInt(100_000));
                    return event(Topic.SERVERS, sample.getTarget(), sample);
                })
                .toList();
    }

    private List<Hostile> definitions() {
        String run = run();
        int step = random.nextInt(Integer.MAX_VALUE);
        List<Hostile> records = new ArrayList<>();
        records.add(control(
                Keys.run(freshRun()),
                runState(freshRun()).setPlan("p".repeat(LARGE)).build()));
        records.add(control(Keys.step(run, step), stepState(run).setStep(step).build()));
        for (int i = 0; i < BURST; i++) {
            String name = "objective-" + random.nextInt(100_000);
            records.add(control(
                    Keys.slo(run, name),
                    SloState.newBuilder()
                            .setRun(run)
                            .setObjective(ObjectiveState.newBuilder()
                                    .setName(name)
                                    .setKind(ObjectiveKind.QUANTILE)
                                    .setMetric(MetricName.TTFT)
                                    .setQuantile(0.95)
                                    .setLimitNanos(1)
                                    .build())
                            .setChanged(now())
                            .build()));
        }
        return records;
    }

    /** A lane without heartbeats whose numbers are far from each other. */
    private List<Hostile> sparse() {
        return IntStream.range(0, BURST)
                .mapToObj(i -> {
                    sparseNumber += STRIDE;
                    return request(runs.get(0), sparseNumber);
                })
                .toList();
    }

    private List<Hostile> fanOut() {
        List<SpecificRecord> events = new ArrayList<>();
        events.add(Events.control(now(), runState(freshRun()).build()));
        for (int i = 0; i < BURST; i++) {
            events.add(Events.sample(now())
                    .setTarget(GeneratedEvents.TARGET)
                    .setInstance("instance-" + number++)
                    .build());
        }
        return events(events);
    }

    private RequestEvent requestOfNewClass() {
        number++;
        return requestEvent(runs.get(0), number)
                .setLane("lane-of-classes")
                .setRequestClass("class-" + number)
                .build();
    }

    private List<SpecificRecord> heartbeats() {
        number++;
        return List.of(
                beat(freshRun(), "lane-0").build(),
                beat(runs.get(0), "lane-" + number).build());
    }

    private Topic inputTopic() {
        List<Topic> inputs =
                Arrays.stream(Topic.values()).filter(Topic::isInput).toList();
        return inputs.get(random.nextInt(inputs.size()));
    }

    private Topic topic(SpecificRecord event) {
        return Arrays.stream(Topic.values())
                .filter(topic -> topic.isInput() && topic.event().orElseThrow().equals(event.getClass()))
                .findFirst()
                .orElseThrow();
    }

    private Hostile request(String run, long number) {
        return event(
                Topic.REQUESTS,
                Keys.request(run, "lane-0", 0),
                requestEvent(run, number).build());
    }

    private Hostile control(String key, SpecificRecord state) {
        return event(
                Topic.CONTROL,
                key,
                ControlEvent.newBuilder().setAt(now()).setState(state).build());
    }

    private Hostile event(Topic topic, String key, SpecificRecord event) {
        return new Hostile(topic, key, LoneSurrogates.in(encoded(topic, event)));
    }

    @SuppressWarnings("unchecked") // an encoder of the event's own class
    private <T extends SpecificRecord> byte[] encoded(Topic topic, T event) {
        return registry.encoder(topic, team, (Class<T>) event.getClass()).encode(event);
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    private static RequestEvent.Builder requestEvent(String run, long number) {
        return RequestEvent.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(number)
                .setRequest("lane-0-" + number)
                .setTarget(GeneratedEvents.TARGET)
                .setModel("m")
                .setDue(now())
                .setSentNanos(0L)
                .setFirstTokenNanos(1_000_000L)
                .setLastTokenNanos(2_000_000L)
                .setEndNanos(2_000_000L)
                .setOutputTokens(2)
                .setTokenBatches(1);
    }

    private static TokenBatch.Builder batch(String run, long number) {
        return TokenBatch.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(number)
                .setRequest("lane-0-0")
                .setTarget(GeneratedEvents.TARGET)
                .setDue(now())
                .setSentNanos(0)
                .setBatch(0)
                .setFirstChunk(0)
                .setOutputBefore(0)
                .setBaseNanos(0)
                .setGapsNanos(List.of(1_000_000L, 1_000_000L))
                .setKinds(List.of(ChunkKind.ROLE, ChunkKind.CONTENT))
                .setTokens(List.of(0, 1))
                .setSizesBytes(List.of(40, 40))
                .setLast(true);
    }

    private static Heartbeat.Builder beat(String run, String lane) {
        Instant now = now();
        return Heartbeat.newBuilder()
                .setRun(run)
                .setLane(lane)
                .setLaneSeq(0)
                .setAt(now)
                .setPublishedThrough(now)
                .setTokenBatches(0)
                .setRequests(0);
    }

    private ServerSample sample(String target) {
        Map<String, Double> values = new HashMap<>();
        IntStream.range(0, 50).forEach(i -> values.put("signal-" + random.nextInt(100_000), random.nextDouble()));
        Instant now = now();
        return ServerSample.newBuilder()
                .setTarget(target)
                .setInstance("127.0.0.1:" + random.nextInt(1 << 16))
                .setScrapeStart(now)
                .setScrapeEnd(now)
                .setUp(true)
                .setValues(values)
                .build();
    }

    private static RunState.Builder runState(String run) {
        return RunState.newBuilder()
                .setRun(run)
                .setExperiment("hostile")
                .setPhase("base")
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName(GeneratedEvents.TARGET)
                        .setUrl("http://127.0.0.1:1")
                        .setModel("m")
                        .build()))
                .setLanes(List.of("lane-0"))
                .setStarted(now())
                .setStatus(RunStatus.RUNNING);
    }

    private static StepState.Builder stepState(String run) {
        return StepState.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLoadKind(LoadKind.RATE)
                .setLoad(1)
                .setStarted(now())
                .setMeasureFrom(now());
    }
}
