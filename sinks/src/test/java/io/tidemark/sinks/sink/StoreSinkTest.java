package io.tidemark.sinks.sink;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.BreachState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.kafka.TopicReader;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.registry.HttpGate;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.ServerQuery;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The sink on a real broker and registry; each test has a team and a store of its own. */
@Tag("integration")
@TestInstance(Lifecycle.PER_CLASS)
final class StoreSinkTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private static Path folder;

    private LocalCluster cluster;
    private Team team;
    private Path store;

    @BeforeAll
    void startCluster() {
        cluster = LocalCluster.start(folder.resolve("cluster"));
    }

    @AfterAll
    void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void ownTeam(TestInfo test) {
        String name = test.getTestMethod().orElseThrow().getName();
        team = new Team("t" + Integer.toUnsignedString(name.hashCode(), 36));
        store = folder.resolve(team.name() + ".db");
    }

    @Tag("smoke")
    @Test
    void everyKindOfRecordIsStored() {
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl())) {
            publisher.send(Topic.CONTROL, Keys.run(RUN), Events.control(START, Events.run(RUN, START)));
            publisher.send(Topic.CONTROL, Keys.step(RUN, 0), Events.control(START, Events.step(0)));
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 0),
                    Events.request(0, 100).setRecordedPrompt("secret words").build());
            publisher.send(Topic.SERVERS, "gpu", Events.sample(START).build());
            publisher.send(Topic.WINDOWS, RUN + "/0", Events.window(START).build());
            publisher.send(
                    Topic.BREACHES,
                    "b",
                    Events.breach(BreachState.OPENED, Finality.FINAL).build());
            publisher.send(
                    Topic.STEPS,
                    Keys.stepResult(RUN, 0),
                    Events.result(Finality.FINAL, 19).build());
            publisher.send(Topic.REGRESSIONS, "r", Events.regression(START, ComparisonVerdict.REGRESSED));
            publisher.send(Topic.AUDIT, "1", Events.audit());
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            assertThat(sink.status().stored()).isEqualTo(9);
            assertThat(sink.status().lag()).isZero();
        }
        RunKey run = new RunKey(team, RUN);
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.run(run)).isPresent();
            assertThat(reader.steps(run).get(0).result()).isPresent();
            assertThat(reader.steps(run).get(0).state()).isPresent();
            assertThat(reader.requestCount(run)).isEqualTo(1);
            assertThat(reader.servers(new ServerQuery(team, "gpu", START, START.plusSeconds(1))))
                    .hasSize(1);
            assertThat(reader.windows(WindowQuery.of(run, Metric.TTFT, 10))).hasSize(1);
            assertThat(reader.breaches(run)).hasSize(1);
            assertThat(reader.regressions(team, "h200")).hasSize(1);
            assertThat(reader.audit(new AuditQuery(Optional.of(team), START, 10)))
                    .hasSize(1);
        }
        assertThat(store).content(StandardCharsets.ISO_8859_1).doesNotContain("secret words");
    }

    @Tag("smoke")
    @Test
    void garbageGoesToTheDeadLettersAndItsNeighboursAreStored() throws Exception {
        byte[] unknownId =
                ByteBuffer.allocate(9).put((byte) 0).putInt(987_654).putInt(1).array();
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl())) {
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 0),
                    Events.request(0, 100).build());
            publisher.sendRaw(Topic.REQUESTS, Keys.request(RUN, "a", 1), "{}".getBytes(StandardCharsets.UTF_8));
            publisher.sendRaw(Topic.REQUESTS, Keys.request(RUN, "a", 2), unknownId);
            publisher.sendRaw(Topic.REQUESTS, Keys.request(RUN, "a", 3), null);
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 4),
                    Events.request(4, 100).build());
            var result = Events.result(Finality.FINAL, 1).build();
            var broken = io.tidemark.events.MetricResult.newBuilder(
                            result.getMetrics().get(0))
                    .setSketch(ByteBuffer.wrap(new byte[] {99, 1, 2}))
                    .build();
            publisher.send(
                    Topic.STEPS,
                    Keys.stepResult(RUN, 0),
                    io.tidemark.events.StepResult.newBuilder(result)
                            .setMetrics(List.of(broken))
                            .build());
            publisher.send(
                    Topic.REGRESSIONS,
                    "of a segment without a run",
                    io.tidemark.events.Regression.newBuilder(Events.regression(START, ComparisonVerdict.REGRESSED))
                            .setSegment(3)
                            .setCandidateRuns(List.of())
                            .build());
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            assertThat(sink.status().stored()).isEqualTo(2);
            assertThat(sink.status().deadLettered()).isEqualTo(5);
        }
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(2);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store)) {
            assertThat(StoredRows.texts(
                            connection, "SELECT reason FROM dead_letters WHERE team = '" + team.name() + "'"))
                    .hasSize(5)
                    .allSatisfy(reason -> assertThat(reason).isNotBlank());
        }
        // The three broken requests have their letters from the streams.
        assertThat(new TopicReader(cluster.bootstrapServers()).committed(Topic.DEAD_LETTERS.in(team)))
                .extracting(letter -> TopicReader.header(letter, DeadLetter.TOPIC_HEADER))
                .containsExactlyInAnyOrder(Topic.STEPS.in(team), Topic.REGRESSIONS.in(team));
    }

    /** Rows of a coming day would be in the default partition of all teams when that day's partition is made. */
    @Test
    void recordsOfAComingDayAreSetAside() throws Exception {
        Instant soon = InstantSource.system().instant().plus(Duration.ofHours(23));
        Instant late = soon.plus(Duration.ofHours(2));
        String near = Ulid.next(InstantSource.fixed(soon), new SplittableRandom(1));
        String far = Ulid.next(InstantSource.fixed(late), new SplittableRandom(1));
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl())) {
            for (String run : List.of(RUN, near, far, "run-1")) {
                publisher.send(
                        Topic.REQUESTS,
                        Keys.request(run, "a", 0),
                        Events.request(0, 100).setRun(run).build());
                publisher.send(
                        Topic.WINDOWS,
                        run + "/0",
                        Events.window(START).setRun(run).build());
                publisher.send(Topic.CONTROL, Keys.run(run), Events.control(START, Events.run(run, START)));
            }
            publisher.send(Topic.SERVERS, "gpu", Events.sample(soon).build());
            publisher.send(Topic.SERVERS, "gpu", Events.sample(late).build());
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            assertThat(sink.status().stored()).isEqualTo(7);
            assertThat(sink.status().deadLettered()).isEqualTo(7);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store)) {
            assertThat(StoredRows.texts(
                            connection,
                            "SELECT DISTINCT run FROM requests UNION SELECT run FROM window_stats ORDER BY 1"))
                    .containsExactlyInAnyOrder(RUN, near);
            assertThat(StoredRows.texts(
                            connection, "SELECT reason FROM dead_letters WHERE team = '" + team.name() + "'"))
                    .hasSize(7)
                    .anySatisfy(
                            reason -> assertThat(reason).contains("run must be the ULID of a time at most PT24H ahead"))
                    .anySatisfy(
                            reason -> assertThat(reason).contains("run must be a 26-character ULID but was \"run-1\""))
                    .anySatisfy(reason -> assertThat(reason).contains("scrapeStart must be at most PT24H ahead"));
        }
        // Those of input topics have their letters from the streams.
        assertThat(new TopicReader(cluster.bootstrapServers()).committed(Topic.DEAD_LETTERS.in(team)))
                .hasSize(2)
                .allSatisfy(letter -> {
                    assertThat(TopicReader.header(letter, DeadLetter.TOPIC_HEADER))
                            .isEqualTo(Topic.WINDOWS.in(team));
                    assertThat(TopicReader.header(letter, DeadLetter.CODE_HEADER))
                            .isEqualTo("IMPLAUSIBLE");
                });
    }

    @Test
    void aRegistryThatIsAwayIsWaitedForAndNothingIsSkipped() throws Exception {
        try (HttpGate gate = new HttpGate(cluster.registryUrl());
                TeamTopics publisher = publisher()) {
            gate.refuse(503);
            try (StoreSink sink = sink(gate.url())) {
                publisher.send(
                        Topic.REQUESTS,
                        Keys.request(RUN, "a", 0),
                        Events.request(0, 100).build());
                publisher.flush();
                assertThat(awaitRetrying(sink).lastError().orElseThrow()).contains(gate.url());
                assertThat(sink.status().deadLettered()).isZero();
                gate.pass();
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(sink.status().stored()).isEqualTo(1);
                assertThat(sink.status().lastError()).isEmpty();
            }
        }
        assertThat(new TopicReader(cluster.bootstrapServers()).committed(Topic.DEAD_LETTERS.in(team)))
                .isEmpty();
    }

    @Tag("smoke")
    @Test
    void aBatchThatTheStoreRefusesIsTriedAgainUntilItIsStored() throws Exception {
        SqliteStore.open(store).close();
        inStore("CREATE TABLE test_gate (open INTEGER)");
        inStore("CREATE TRIGGER test_refuse BEFORE INSERT ON requests WHEN NOT EXISTS (SELECT 1 FROM test_gate)"
                + " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl());
                ResultReader reader = SqliteStore.openReader(store)) {
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 0),
                    Events.request(0, 100).build());
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 1),
                    Events.request(1, 100).build());
            publisher.flush();
            assertThat(awaitRetrying(sink).lastError().orElseThrow())
                    .contains("the disk is full")
                    .contains(store.toString());
            assertThat(reader.requestCount(new RunKey(team, RUN))).isZero();
            inStore("INSERT INTO test_gate VALUES (1)");
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(2);
            assertThat(sink.status().stored()).isEqualTo(2);
        }
    }

    @Test
    void aTeamThatComesLaterIsFollowedToo() {
        Team later = new Team(team.name() + "-later");
        try (TeamTopics publisher = publisher();
                StoreSink sink = StoreSink.start(
                        SinkOptions.of(
                                cluster.bootstrapServers(),
                                RegistryConfig.of(cluster.registryUrl()),
                                store,
                                Set.of(team, later)),
                        new SinkClocks(NanoClock.SYSTEM, InstantSource.system()))) {
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            try (TeamTopics second = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), later)) {
                second.send(Topic.WINDOWS, RUN + "/0", Events.window(START).build());
                second.flush();
            }
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
        }
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.windows(WindowQuery.of(new RunKey(later, RUN), Metric.TTFT, 10)))
                    .hasSize(1);
        }
    }

    @Test
    void tombstonesLeaveTheStoreAsItIs() {
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl())) {
            publisher.send(Topic.CONTROL, Keys.run(RUN), Events.control(START, Events.run(RUN, START)));
            publisher.sendRaw(Topic.CONTROL, Keys.run(RUN), null);
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            assertThat(sink.status().tombstones()).isEqualTo(1);
            assertThat(sink.status().deadLettered()).isZero();
        }
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.run(new RunKey(team, RUN))).isPresent();
        }
    }

    @Test
    void aTopicThatWasMadeAnewIsReadFromItsBeginning() throws Exception {
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl())) {
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 0),
                    Events.request(0, 100).build());
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 1),
                    Events.request(1, 100).build());
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
        }
        delete(Topic.REQUESTS.in(team));
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl())) {
            for (int n = 2; n < 6; n++) {
                publisher.send(
                        Topic.REQUESTS,
                        Keys.request(RUN, "a", n),
                        Events.request(n, 100).build());
            }
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
        }
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(6);
        }
    }

    @Test
    void recordsThatKafkaNoLongerHasAreReportedAsAGap() throws Exception {
        try (TeamTopics publisher = publisher()) {
            try (StoreSink sink = sink(cluster.registryUrl())) {
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            }
            for (int n = 0; n < 10; n++) {
                publisher.send(
                        Topic.REQUESTS,
                        Keys.request(RUN, "a", n),
                        Events.request(n, 100).build());
            }
            publisher.flush();
            deleteBefore(7);
            try (StoreSink sink = sink(cluster.registryUrl())) {
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(sink.status().gaps()).isEqualTo(1);
                assertThat(sink.status().stored()).isEqualTo(3);
            }
        }
    }

    @Test
    void whatIsInTheWayOfOneTeamStopsNoOther() throws Exception {
        Team other = new Team(team.name() + "-other");
        try (TeamTopics publisher = publisher();
                TeamTopics others = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), other);
                StoreSink sink = StoreSink.start(
                        SinkOptions.of(
                                cluster.bootstrapServers(),
                                RegistryConfig.of(cluster.registryUrl()),
                                store,
                                Set.of(team, other)),
                        new SinkClocks(NanoClock.SYSTEM, InstantSource.system()))) {
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            inStore("CREATE TRIGGER broken BEFORE INSERT ON requests WHEN new.team = '" + team
                    + "' BEGIN SELECT RAISE(ABORT, 'only this team'); END");
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 0),
                    Events.request(0, 100).build());
            publisher.flush();
            assertThat(awaitRetrying(sink).lastError().orElseThrow()).contains("only this team");
            for (int n = 0; n < 5; n++) {
                others.send(
                        Topic.REQUESTS,
                        Keys.request(RUN, "a", n),
                        Events.request(n, 100).build());
            }
            others.flush();
            try (ResultReader reader = SqliteStore.openReader(store)) {
                Await.until(
                        () -> reader.requestCount(new RunKey(other, RUN)) == 5,
                        () -> "the other team's requests are stored: " + sink.status());
                assertThat(reader.requestCount(new RunKey(team, RUN))).isZero();
                inStore("DROP TRIGGER broken");
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(1);
            }
        }
    }

    @Test
    void aFileThatIsDeletedIsSaidMadeAnewAndFilledFromKafka() throws Exception {
        try (TeamTopics publisher = publisher();
                StoreSink sink = sink(cluster.registryUrl())) {
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(RUN, "a", 0),
                    Events.request(0, 100).build());
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            try (ResultReader reader = SqliteStore.openReader(store)) {
                assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(1);
                Files.delete(store);
                AtomicReference<SinkStatus> seen = new AtomicReference<>(sink.status());
                Await.until(
                        () -> {
                            seen.set(sink.status());
                            return seen.get().lastError().isPresent();
                        },
                        () -> "it is noticed: " + seen.get());
                assertThat(seen.get().lastError().orElseThrow()).contains(store + " was deleted or replaced");
                Await.until(
                        () -> sink.status().state() == SinkStatus.State.RUNNING,
                        () -> sink.status().toString());
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(store).exists();
                assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(1);
            }
        }
    }

    /** It is due as soon as the first records are stored, and ends when the test says so. */
    @Test
    void maintenanceThatTakesLongKeepsNoRecordFromBeingStored() throws Exception {
        SinkOptions options = SinkOptions.of(
                cluster.bootstrapServers(), RegistryConfig.of(cluster.registryUrl()), store, Set.of(team));
        SlowlyMaintainedStore slow = new SlowlyMaintainedStore(SqliteStore.open(store));
        try (TeamTopics publisher = publisher();
                StoreSink sink =
                        StoreSink.start(options, new SinkClocks(NanoClock.SYSTEM, InstantSource.system()), slow)) {
            try {
                assertThat(slow.awaitMaintaining(PATIENCE)).isTrue();
                for (int n = 0; n < 5; n++) {
                    publisher.send(
                            Topic.REQUESTS,
                            Keys.request(RUN, "a", n),
                            Events.request(n, 100).build());
                }
                publisher.flush();
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(sink.status().stored()).isEqualTo(5);
                assertThat(slow.isMaintaining()).isTrue();
            } finally {
                slow.release();
            }
        }
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(5);
        }
    }

    @Test
    void aRunThatFallsSilentIsHeldForLostBesideTheRecordsThatAreStored() {
        SinkOptions usual = SinkOptions.of(
                cluster.bootstrapServers(), RegistryConfig.of(cluster.registryUrl()), store, Set.of(team));
        SinkOptions impatient = new SinkOptions(
                usual.bootstrapServers(),
                usual.kafkaSettings(),
                usual.registry(),
                usual.store(),
                usual.teams(),
                usual.retention(),
                usual.begin(),
                Duration.ofSeconds(1));
        try (TeamTopics publisher = publisher();
                StoreSink sink = StoreSink.start(impatient, new SinkClocks(NanoClock.SYSTEM, InstantSource.system()))) {
            publisher.send(Topic.CONTROL, Keys.run(RUN), Events.control(START, Events.run(RUN, START)));
            publisher.flush();
            assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
            try (ResultReader reader = SqliteStore.openReader(store)) {
                Await.until(
                        () -> reader.run(new RunKey(team, RUN))
                                .orElseThrow()
                                .lost()
                                .isPresent(),
                        () -> "the run is lost: " + sink.status());
            }
        }
    }

    @Test
    void aSecondSinkOfAFileWaitsForTheFirstAndTakesOver() {
        try (TeamTopics publisher = publisher()) {
            StoreSink first = sink(cluster.registryUrl());
            try (first) {
                assertThat(first.awaitCaughtUp(PATIENCE)).isTrue();
            }
            StoreSink writing = sink(cluster.registryUrl());
            assertThat(writing.awaitCaughtUp(PATIENCE)).isTrue();
            try (StoreSink second = sink(cluster.registryUrl())) {
                try (writing) {
                    Await.until(
                            () -> second.status().others().contains(team.name()),
                            () -> second.status().toString());
                    publisher.send(
                            Topic.REQUESTS,
                            Keys.request(RUN, "a", 0),
                            Events.request(0, 100).build());
                    publisher.flush();
                    // It follows what the other one stores.
                    assertThat(second.awaitCaughtUp(PATIENCE)).isTrue();
                    assertThat(writing.status().stored()).isEqualTo(1);
                    assertThat(second.status().stored()).isZero();
                    assertThat(second.status().lastError()).isEmpty();
                    assertThat(second.status().state()).isEqualTo(SinkStatus.State.RUNNING);
                }
                publisher.send(
                        Topic.REQUESTS,
                        Keys.request(RUN, "a", 1),
                        Events.request(1, 100).build());
                publisher.flush();
                assertThat(second.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(second.status().stored()).isEqualTo(1);
            }
        }
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(2);
        }
    }

    @Test
    void aSinkThatBeginsWithTheNewestStoresNothingOfBefore() {
        try (TeamTopics publisher = publisher()) {
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request("01JD8Z6K3M5TQX9V2R7C0WHB4Q", "a", 0),
                    Events.request(0, 100).setRun("01JD8Z6K3M5TQX9V2R7C0WHB4Q").build());
            publisher.flush();
            SinkOptions options = SinkOptions.of(
                            cluster.bootstrapServers(), RegistryConfig.of(cluster.registryUrl()), store, Set.of(team))
                    .beginning(Begin.NEWEST);
            try (StoreSink sink = StoreSink.start(options, new SinkClocks(NanoClock.SYSTEM, InstantSource.system()))) {
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                publisher.send(
                        Topic.REQUESTS,
                        Keys.request(RUN, "a", 0),
                        Events.request(0, 100).build());
                publisher.flush();
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(sink.status().stored()).isEqualTo(1);
            }
        }
        try (ResultReader reader = SqliteStore.openReader(store)) {
            assertThat(reader.requestCount(new RunKey(team, RUN))).isEqualTo(1);
            assertThat(reader.requestCount(new RunKey(team, "01JD8Z6K3M5TQX9V2R7C0WHB4Q")))
                    .isZero();
        }
    }

    /** The status that said so: the next may be another. */
    private static SinkStatus awaitRetrying(StoreSink sink) {
        AtomicReference<SinkStatus> seen = new AtomicReference<>(sink.status());
        Await.until(
                () -> {
                    seen.set(sink.status());
                    return seen.get().state() == SinkStatus.State.RETRYING;
                },
                () -> "retrying: " + seen.get());
        return seen.get();
    }

    private TeamTopics publisher() {
        return TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
    }

    private StoreSink sink(String registryUrl) {
        return StoreSink.start(
                SinkOptions.of(cluster.bootstrapServers(), RegistryConfig.of(registryUrl), store, Set.of(team)),
                new SinkClocks(NanoClock.SYSTEM, InstantSource.system()));
    }

    private void inStore(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private void delete(String topic) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get();
            Await.until(
                    () -> {
                        try {
                            return !admin.listTopics().names().get().contains(topic);
                        } catch (ExecutionException | InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    },
                    () -> topic + " is gone");
        }
    }

    private void deleteBefore(long offset) throws ExecutionException, InterruptedException {
        TopicPartition partition = new TopicPartition(
                Topic.REQUESTS.in(team), Topic.REQUESTS.partition(Keys.request(RUN, "a", 0), TeamTopics.PARTITIONS));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            admin.deleteRecords(Map.of(partition, org.apache.kafka.clients.admin.RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }
}
