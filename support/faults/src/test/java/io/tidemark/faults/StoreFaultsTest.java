package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.Await;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.SinkOptions;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store is away in the midst of a load: killed, locked, without space. Afterwards it holds each request of the ledger once. */
@Tag("faults")
class StoreFaultsTest {
    /** Longer than a connection waits for a lock. */
    private static final Duration LOCKED = Duration.ofSeconds(12);

    private static final Duration AWAY = Duration.ofSeconds(4);

    @TempDir
    private Path folder;

    @Test
    void aServerThatIsKilledStoppedAndLockedHoldsEachRequestOnce() throws Exception {
        needServer();
        try (PostgresServer server = PostgresServer.start(Files.createDirectories(folder.resolve("server")))) {
            Under under = new Under("15 database away", server.url(), StoreAddress.of(server.url(), Optional.empty()));
            under.run(new FaultSettings.Defaults(under.row(), 100, 60, 3), strike -> switch (strike) {
                case 0 -> {
                    server.kill();
                    pause(AWAY);
                    server.startAgain();
                    yield "kill -9, away for " + AWAY.toSeconds() + " s";
                }
                case 1 -> {
                    server.stopImmediately();
                    pause(AWAY);
                    server.startAgain();
                    yield "pg_ctl stop -m immediate, away for " + AWAY.toSeconds() + " s";
                }
                default -> locked(under.jdbc(), "LOCK TABLE requests, sink_offsets IN ACCESS EXCLUSIVE MODE");
            });
        }
    }

    @Test
    void aFileThatAnotherWriterHoldsIsWaitedFor() throws Exception {
        Path file = folder.resolve("store.db");
        Under under = new Under("15 file locked", "jdbc:sqlite:" + file, StoreAddress.of(file));
        under.run(
                new FaultSettings.Defaults(under.row(), 100, 40, 1), strike -> locked(under.jdbc(), "BEGIN IMMEDIATE"));
    }

    @Test
    void aFileWithoutSpaceGoesOnWhenThereIsSome() throws Exception {
        needRightToMount();
        try (FullDisk disk = FullDisk.mount(folder.resolve("disk"), "24m")) {
            Path file = disk.folder().resolve("store.db");
            Under under = new Under("6 store's disk full (SQLite)", "jdbc:sqlite:" + file, StoreAddress.of(file));
            under.run(new FaultSettings.Defaults(under.row(), 100, 40, 1), strike -> {
                disk.fill();
                pause(LOCKED);
                disk.free();
                return "full for " + LOCKED.toSeconds() + " s";
            });
        }
    }

    @Test
    void aServerWithoutSpaceGoesOnWhenThereIsSome() throws Exception {
        needServer();
        needRightToMount();
        Map<String, String> small = Map.of("min_wal_size", "32MB", "max_wal_size", "48MB");
        try (FullDisk disk = FullDisk.mount(folder.resolve("disk"), "256m");
                PostgresServer server = PostgresServer.start(folder, disk.folder(), small)) {
            Under under = new Under(
                    "6 store's disk full (PostgreSQL)", server.url(), StoreAddress.of(server.url(), Optional.empty()));
            under.run(new FaultSettings.Defaults(under.row(), 100, 60, 1), strike -> {
                disk.fill();
                pause(LOCKED.multipliedBy(2));
                boolean ended = !server.isAlive();
                disk.free();
                if (!server.isAlive()) {
                    server.startAgain();
                }
                return "full for " + 2 * LOCKED.toSeconds() + " s; the server " + (ended ? "ended" : "went on");
            });
        }
    }

    private static void needServer() {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());
    }

    private void needRightToMount() {
        assumeTrue(FullDisk.isPossible(folder), "a small file system needs the right to mount a tmpfs (root)");
    }

    private static String locked(String jdbc, String lock) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbc);
                Statement statement = connection.createStatement()) {
            if (jdbc.startsWith("jdbc:postgresql")) {
                connection.setAutoCommit(false);
            }
            statement.execute(lock);
            pause(LOCKED);
            statement.execute("ROLLBACK");
        }
        return "locked for " + LOCKED.toSeconds() + " s";
    }

    private static void pause(Duration duration) {
        Await.moment(InstantSource.system().instant().plus(duration));
    }

    /** A strike by its number, from 0. */
    @FunctionalInterface
    private interface Strike {
        String strike(int number) throws Exception;
    }

    /** A row's store. */
    private final class Under {
        private final String row;
        private final String jdbc;
        private final StoreAddress store;
        private int strikes;

        Under(String row, String jdbc, StoreAddress store) {
            this.row = row;
            this.jdbc = jdbc;
            this.store = store;
        }

        String row() {
            return row;
        }

        String jdbc() {
            return jdbc;
        }

        void run(FaultSettings.Defaults defaults, Strike strike) throws Exception {
            FaultSettings settings = FaultSettings.of(defaults);
            KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
            try (ClusterFixture scene = ClusterFixture.start(folder.resolve("scene"), shape)) {
                TeamFixture team = scene.team("alpha", shape);
                FaultScenario telling = new FaultScenario(row, team);
                try (StoreSink sink = sink(scene)) {
                    RealTimeLoad load =
                            team.load(settings, DeliveryAnomalies.NONE).begin();
                    telling.strike(load, settings, () -> strike.strike(strikes++));
                    load.await();
                    Instant end = InstantSource.system().instant();
                    assertThat(sink.awaitCaughtUp(FaultScenario.LIMIT)).isTrue();
                    Duration caughtUp =
                            Duration.between(end, InstantSource.system().instant());
                    List<String> expected = team.ledger().lines().stream()
                            .filter(line -> line.startsWith("R\t"))
                            .map(line -> line.split("\t", -1)[1] + "/" + line.split("\t", -1)[2])
                            .toList();
                    assertThat(stored()).containsExactlyInAnyOrderElementsOf(expected);
                    telling.tell("each of " + expected.size() + " requests once; all stored "
                            + FaultScenario.seconds(caughtUp) + " after the last acknowledgement");
                }
            }
        }

        private StoreSink sink(ClusterFixture scene) {
            return StoreSink.start(
                    new SinkOptions(
                            scene.kafka().bootstrapServers(),
                            Map.of(),
                            RegistryConfig.of(scene.registryUrl()),
                            store,
                            Set.of(new Team("alpha")),
                            Retention.DEFAULT),
                    new SinkClocks(NanoClock.SYSTEM, InstantSource.system()));
        }

        private List<String> stored() throws SQLException {
            try (Connection connection = DriverManager.getConnection(jdbc);
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT lane, lane_seq FROM requests")) {
                List<String> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(rows.getString(1) + "/" + rows.getLong(2));
                }
                return found;
            }
        }
    }
}
