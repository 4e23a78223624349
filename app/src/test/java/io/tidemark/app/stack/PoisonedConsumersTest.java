package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.alerts.dispatch.DispatcherClocks;
import io.tidemark.alerts.dispatch.DispatcherOptions;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.console.live.EventLog;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.view.FeedView;
import io.tidemark.events.BreachState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.StepState;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.poison.ForeignSchemas;
import io.tidemark.fixtures.poison.PoisonRecords;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.registry.HttpGate;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.Retention;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import io.tidemark.streams.host.TeamHealth;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever reads a team's topics reads each poison record between good ones, and goes on, also when it starts again. Sink, console and exporter read
 * another team, too, whose control topic cannot be read.
 */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class PoisonedConsumersTest {
    private static final long SEED = 46;
    private static final int STARTS = 2;
    private static final int DEFINITIONS = 3;
    private static final int FOREIGN_IDS = 500_000;
    private static final int FOREIGN_IDS_PER_TOPIC = 10;
    private static final int UNANSWERED_ID = 600_000;
    private static final int BAD_REQUEST = 400;

    @TempDir
    private static Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<Topic, ForeignSchemas> foreign = new EnumMap<>(Topic.class);
    private LocalCluster cluster;
    private HttpGate registry;

    /** One that runs. */
    private record Running(
            AutoCloseable process, Supplier<Boolean> ready, Predicate<String> knows, Supplier<?> status) {}

    /** What reads topics. */
    private enum Kind {
        STREAMS {
            @Override
            Running start(Scene scene) {
                StreamsHost host = StreamsHost.start(
                        scene.connection
                                .streams(scene.folder.resolve("streams"), Set.of(scene.team))
                                .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1))),
                        InstantSource.system());
                return new Running(
                        host,
                        () -> host.status(scene.team)
                                .filter(one -> one.health() == TeamHealth.RUNNING && one.failures() == 0)
                                .isPresent(),
                        run -> scene.topics.read(Topic.WINDOWS, WindowStats.class).stream()
                                .anyMatch(window -> window.getRun().equals(run)),
                        host::status);
            }
        },
        STORE {
            @Override
            Running start(Scene scene) {
                StoreSink sink = StoreSink.start(
                        scene.connection.sink(scene.store(), Set.of(scene.broken, scene.team), Retention.DEFAULT),
                        new SinkClocks(NanoClock.SYSTEM, InstantSource.system()));
                return new Running(
                        sink,
                        () -> sink.status()
                                .lastError()
                                .filter(error -> !error.contains(scene.broken.prefix()))
                                .isEmpty(),
                        run -> sink.status().lastError().isPresent() && stores(scene, new RunKey(scene.team, run)),
                        sink::status);
            }

            private boolean stores(Scene scene, RunKey run) {
                try (ResultReader reader = scene.store().openReader()) {
                    return reader.run(run).isPresent()
                            && reader.requestCount(run) == 1
                            && !reader.windows(WindowQuery.of(run, Metric.TTFT, 10))
                                    .isEmpty()
                            && !reader.breaches(run).isEmpty()
                            && reader.steps(run).stream()
                                    .anyMatch(step -> step.result().isPresent());
                }
            }
        },
        ALERTS {
            @Override
            Running start(Scene scene) {
                AlertDispatcher dispatcher = AlertDispatcher.start(
                        new DispatcherOptions(
                                scene.connection.bootstrapServers(),
                                Map.of(),
                                scene.connection.registry(),
                                scene.store(),
                                Set.of(scene.team),
                                TeamRules.Configuration.defaults(),
                                List.of(),
                                alert -> List.of(),
                                List.of()),
                        new DispatcherClocks(NanoClock.SYSTEM, InstantSource.system()),
                        new SimpleMeterRegistry());
                AlertStore alerts = scene.store().openAlerts();
                return new Running(
                        () -> {
                            dispatcher.close();
                            alerts.close();
                        },
                        () -> !alerts.offsets(scene.team).isEmpty()
                                && dispatcher.status().error().isEmpty(),
                        run -> alerts.newest(scene.team, 1_000).stream()
                                .anyMatch(alert -> run.equals(alert.labels().get("run"))),
                        dispatcher::status);
            }
        },
        CONSOLE {
            @Override
            Running start(Scene scene) {
                LiveTeams live = LiveTeams.start(
                        List.of(scene.broken, scene.team),
                        Optional.of(new LiveTeams.Cluster(
                                scene.connection.feed("console"), SchemaRegistry.connect(scene.connection.registry()))),
                        InstantSource.system(),
                        new EventLog(1 << 20));
                return new Running(
                        live,
                        () -> live.feeds()
                                .equals(List.of(
                                        new FeedView(scene.broken, FeedView.State.DOWN),
                                        new FeedView(scene.team, FeedView.State.READY))),
                        run -> live.runs()
                                .anyMatch(view -> view.head().run().equals(run)
                                        && view.breaches() == 1
                                        && !view.metrics().isEmpty()),
                        live::feeds);
            }
        },
        EXPORTER {
            @Override
            Running start(Scene scene) {
                AwaitedExporter exporter = AwaitedExporter.start(
                        scene.connection, List.of(scene.broken, scene.team), InstantSource.system(), said -> {});
                return new Running(
                        exporter,
                        () -> exporter.waiting().keySet().equals(Set.of(scene.broken))
                                && exporter.exporter().teams().stream()
                                        .allMatch(team ->
                                                team.isReady() && team.stuck().isEmpty()),
                        run -> exporter.exporter().collect().stream()
                                .filter(metric -> metric.getMetadata().getName().equals("tidemark_requests"))
                                .flatMap(metric -> metric.getDataPoints().stream())
                                .anyMatch(point -> run.equals(point.getLabels().get("run"))),
                        exporter::waiting);
            }
        };

        abstract Running start(Scene scene);

        /** Results are what streams writes: nothing of it is read by it. */
        boolean reads(Topic topic) {
            return topic.event().isPresent() && (this != STREAMS || topic.isInput());
        }
    }

    /**
     * A team of one consumer's own, and where its files are.
     *
     * @param broken a team whose control topic has a record by a schema that the registry does not answer for
     */
    private record Scene(Team team, Team broken, ClusterConnection connection, TeamTopics topics, Path folder) {
        StoreAddress store() {
            return StoreAddress.of(folder.resolve("store.db"));
        }
    }

    @BeforeAll
    void startCluster() {
        cluster = LocalCluster.start(folder.resolve("cluster"));
        registry = new HttpGate(cluster.registryUrl());
        registry.answer("/schemas/ids/" + UNANSWERED_ID, BAD_REQUEST, "{\"error_code\":400,\"message\":\"none\"}");
    }

    @AfterAll
    void stopCluster() {
        registry.close();
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource
    void goesOnAfterEachPoisonRecordAndAfterARestart(Kind kind) throws Exception {
        Team team = new Team(kind.name().toLowerCase(Locale.ROOT));
        ClusterConnection connection =
                new ClusterConnection(cluster.bootstrapServers(), RegistryConfig.embedded(registry.url()), Map.of());
        Team broken = new Team(team.name() + "-broken");
        try (TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
                TeamTopics ofBroken = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), broken)) {
            ofBroken.sendRaw(Topic.CONTROL, "run/x", unanswered());
            ofBroken.flush();
            Scene scene = new Scene(team, broken, connection, topics, folder.resolve(team.name()));
            String meanwhile = "";
            for (int start = 0; start < STARTS; start++) {
                Running running = kind.start(scene);
                try (AutoCloseable process = running.process) {
                    Await.until(() -> running.ready.get(), () -> process + ": " + running.status.get());
                    String before = good(kind, topics);
                    poison(kind, scene);
                    String after = good(kind, topics);
                    for (String run :
                            meanwhile.isEmpty() ? List.of(before, after) : List.of(meanwhile, before, after)) {
                        Await.until(() -> running.knows.test(run), () -> run + ": " + running.status.get());
                    }
                    assertThat(running.ready.get())
                            .as("%s", running.status.get())
                            .isTrue();
                }
                poison(kind, scene);
                meanwhile = good(kind, topics);
            }
        }
    }

    private static byte[] unanswered() {
        return ByteBuffer.allocate(10).put((byte) 0).putInt(UNANSWERED_ID).array();
    }

    /** A run with all that consumers read; returns its id. */
    private String good(Kind kind, TeamTopics topics) {
        Instant now = InstantSource.system().instant();
        String run = Ulid.next(InstantSource.system(), random);
        topics.send(Topic.CONTROL, Keys.run(run), Events.control(now, Events.run(run, now)));
        events(run, now).forEach((topic, event) -> {
            if (kind.reads(topic)) {
                topics.send(topic, run + "/a", event);
            }
        });
        topics.flush();
        return run;
    }

    /** One of each topic that has events; the lane has closed. */
    private static Map<Topic, SpecificRecord> events(String run, Instant now) {
        Map<Topic, SpecificRecord> events = new LinkedHashMap<>();
        events.put(
                Topic.CONTROL,
                Events.control(
                        now,
                        StepState.newBuilder(Events.step(0))
                                .setRun(run)
                                .setStarted(now)
                                .setMeasureFrom(now)
                                .build()));
        events.put(Topic.TOKENS, Events.tokens(0).setRun(run).setDue(now).build());
        events.put(
                Topic.REQUESTS,
                Events.request(0, 100)
                        .setRun(run)
                        .setDue(now)
                        .setTokenBatches(1)
                        .build());
        events.put(
                Topic.HEARTBEATS,
                Heartbeat.newBuilder(Events.heartbeat(0))
                        .setRun(run)
                        .setLane("a")
                        .setAt(now.plusSeconds(2))
                        .setPublishedThrough(now.plusSeconds(2))
                        .setTokenBatches(1)
                        .setRequests(1)
                        .setClosing(true)
                        .build());
        events.put(Topic.SERVERS, Events.sample(now).build());
        events.put(Topic.WINDOWS, Events.window(now).setRun(run).build());
        events.put(
                Topic.BREACHES,
                Events.breach(BreachState.OPENED, Finality.FINAL)
                        .setBreach(run + "/ttft/1")
                        .setRun(run)
                        .setOpened(now)
                        .setUpdated(now)
                        .build());
        events.put(Topic.STEPS, Events.result(Finality.FINAL, 19).setRun(run).build());
        events.put(Topic.REGRESSIONS, Events.regression(now, ComparisonVerdict.REGRESSED));
        events.put(Topic.AUDIT, Events.audit());
        return events;
    }

    /** In every partition of their topics, so that there are good records after each. */
    private void poison(Kind kind, Scene scene) throws Exception {
        Instant now = InstantSource.system().instant();
        String run = good(kind, scene.topics);
        PoisonRecords poison = new PoisonRecords(
                SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl())), scene.team, run, SEED, now);
        for (PoisonRecords.Dose dose : poison.doses()) {
            everywhere(
                    scene,
                    dose.topic(),
                    run,
                    dose.value().map(ByteBuffer::array).orElse(null));
        }
        for (int i = 0; i < DEFINITIONS; i++) {
            PoisonRecords.Dose large = poison.megabyte(Ulid.next(InstantSource.system(), random));
            everywhere(scene, large.topic(), run, large.value().orElseThrow().array());
        }
        for (Map.Entry<Topic, SpecificRecord> good : events(run, now).entrySet()) {
            if (kind.reads(good.getKey())) {
                foreign(scene, good.getKey(), run, good.getValue());
            }
        }
        scene.topics.flush();
    }

    private void foreign(Scene scene, Topic topic, String run, SpecificRecord event) throws Exception {
        ForeignSchemas schemas = foreign.computeIfAbsent(
                topic,
                unseen -> ForeignSchemas.behind(
                        registry, FOREIGN_IDS + FOREIGN_IDS_PER_TOPIC * foreign.size(), event.getSchema()));
        for (int i = 0; i < schemas.count(); i++) {
            everywhere(scene, topic, run, schemas.value(i, event));
        }
    }

    private static void everywhere(Scene scene, Topic topic, String run, byte @Nullable [] value) throws Exception {
        for (int partition = 0; partition < TeamTopics.PARTITIONS; partition++) {
            var unused = scene.topics
                    .producer()
                    .send(new ProducerRecord<>(topic.in(scene.team), partition, run + "/a/0", value))
                    .get();
        }
    }
}
