package io.tidemark.sinks.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.RunState;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.kafka.TopicReader;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sink before a PostgreSQL that is killed, stopped without a checkpoint, and locked. */
@Tag("integration")
final class PostgresFaultsTest {
    private static final Team TEAM = new Team("perf");
    private static final RunKey KEY = new RunKey(TEAM, Events.RUN);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private int published;

    @BeforeEach
    void requireServer() {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
    }

    @Test
    @Tag("long")
    void nothingIsLostOrDoubledWhenTheDatabaseDiesIsLockedOrIsTakenByAnotherSink() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                PostgresServer server = PostgresServer.start(Files.createDirectories(folder.resolve("server")));
                TeamTopics publisher = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM)) {
            StoreAddress store = StoreAddress.of(server.url(), Optional.empty());
            try (StoreSink sink = sink(cluster, store)) {
                publish(publisher, 500);
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();

                server.kill();
                publish(publisher, 500);
                Await.until(() -> isRetrying(sink), () -> sink.status().toString());
                server.startAgain();
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(requests(store)).isEqualTo(1_000);

                publish(publisher, 500);
                server.stopImmediately();
                publish(publisher, 500);
                Await.until(() -> isRetrying(sink), () -> sink.status().toString());
                server.startAgain();
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();

                stopsWhileATableIsLocked(server, publisher, sink);
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(requests(store)).isEqualTo(published);

                try (StoreSink second = sink(cluster, store)) {
                    assertThat(second.awaitCaughtUp(PATIENCE)).isTrue();
                    // refused each time that there is something to write, and well again once the other has written it
                    Await.until(
                            () -> second.status().others().contains("perf"),
                            () -> second.status().toString());
                    publish(publisher, 10);
                    assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                    end(sink);
                    publish(publisher, 500);
                    assertThat(second.awaitCaughtUp(PATIENCE)).isTrue();
                }
            }
            assertThat(requests(store)).isEqualTo(published);
            assertThat(offsets(server)).isEqualTo(published);
        }
    }

    @Test
    void aRecordThatTheDatabaseRefusesGoesToTheDeadLettersAndItsNeighboursAreStored() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                PostgresServer server = PostgresServer.start(Files.createDirectories(folder.resolve("server")));
                TeamTopics publisher = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM)) {
            StoreAddress store = StoreAddress.of(server.url(), Optional.empty());
            publish(publisher, 50);
            Instant started = Instant.parse("2026-01-01T00:00:00Z");
            RunState run = RunState.newBuilder(Events.run(Events.RUN, started))
                    .setExperiment(withoutPattern(TeamLimit.TEXT_LENGTH.most()))
                    .setPhase(withoutPattern(TeamLimit.TEXT_LENGTH.most()))
                    .build();
            publisher.send(Topic.CONTROL, Keys.run(Events.RUN), Events.control(started, run));
            publish(publisher, 50);
            try (StoreSink sink = sink(cluster, store)) {
                assertThat(sink.awaitCaughtUp(PATIENCE)).isTrue();
                assertThat(sink.status().deadLettered()).isEqualTo(1);
                assertThat(sink.status().stored()).isEqualTo(100);
            }
            assertThat(requests(store)).isEqualTo(100);
            try (Connection connection = DriverManager.getConnection(server.url())) {
                assertThat(StoredRows.texts(
                                connection, "SELECT topic || ' ' || kafka_offset || ' ' || reason FROM dead_letters"))
                        .singleElement()
                        .satisfies(letter ->
                                assertThat(letter).startsWith("control 0 ").contains("index row requires"));
            }
            assertThat(new TopicReader(cluster.bootstrapServers()).committed(Topic.DEAD_LETTERS.in(TEAM)))
                    .as("the streams know nothing of it")
                    .singleElement()
                    .satisfies(letter -> {
                        assertThat(TopicReader.header(letter, DeadLetter.TOPIC_HEADER))
                                .isEqualTo(Topic.CONTROL.in(TEAM));
                        assertThat(TopicReader.header(letter, DeadLetter.OFFSET_HEADER))
                                .isEqualTo("0");
                        assertThat(TopicReader.header(letter, DeadLetter.ERROR_HEADER))
                                .isEqualTo("RefusedException");
                        assertThat(TopicReader.header(letter, DeadLetter.REASON_HEADER))
                                .contains("index row requires");
                    });
        }
    }

    /** Text that an index cannot compress. */
    private static String withoutPattern(int length) {
        return new Random(1)
                .ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isRetrying(StoreSink sink) {
        return sink.status().state() == SinkStatus.State.RETRYING;
    }

    private void stopsWhileATableIsLocked(PostgresServer server, TeamTopics publisher, StoreSink sink)
            throws SQLException {
        long before = sink.status().stored();
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("LOCK TABLE requests IN ACCESS EXCLUSIVE MODE");
            publish(publisher, 500);
            Await.until(() -> isWaiting(statement), () -> "the sink waits for the lock");
            assertThat(sink.status().stored()).isEqualTo(before);
            connection.rollback();
        }
    }

    private static boolean isWaiting(Statement statement) {
        try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")) {
            row.next();
            return row.getLong(1) > 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void publish(TeamTopics publisher, int count) {
        for (int n = 0; n < count; n++) {
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(Events.RUN, "a", published),
                    Events.request(published, 100).build());
            published++;
        }
        publisher.flush();
    }

    private static StoreSink sink(LocalCluster cluster, StoreAddress store) {
        return StoreSink.start(
                new SinkOptions(
                        cluster.bootstrapServers(),
                        Map.of("max.poll.records", "100"),
                        RegistryConfig.of(cluster.registryUrl()),
                        store,
                        Set.of(TEAM),
                        Retention.DEFAULT),
                new SinkClocks(NanoClock.SYSTEM, InstantSource.system()));
    }

    private static long requests(StoreAddress store) {
        try (ResultReader reader = store.openReader()) {
            return reader.requestCount(KEY);
        }
    }

    private static void end(StoreSink sink) {
        sink.close();
    }

    /** Records that the stored offsets are after. */
    private static long offsets(PostgresServer server) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT SUM(next_offset) FROM sink_offsets WHERE topic = 'requests'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
