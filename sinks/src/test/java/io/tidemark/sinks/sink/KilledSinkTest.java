package io.tidemark.sinks.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.Finality;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sink that is killed between and inside its writes, again and again, stores each record once. Upserts would hide a record
 * that was stored twice, so a trigger in the store counts every write that was committed.
 */
@Tag("long")
final class KilledSinkTest {
    private static final Team TEAM = new Team("perf");
    private static final RunKey KEY = new RunKey(TEAM, Events.RUN);
    private static final int REQUESTS = 3_000;
    private static final int WINDOWS = 600;
    private static final int GARBAGE = 20;
    private static final long RECORDS = REQUESTS + WINDOWS + GARBAGE;
    private static final int TRANSACTION = 300;
    private static final int KILLS = 5;

    @TempDir
    private Path folder;

    private Path store;

    @Test
    void aSinkThatIsKilledAgainAndAgainStoresEachRecordOnce() throws Exception {
        store = folder.resolve("tidemark.db");
        SqliteStore.open(store).close();
        countCommittedWrites("requests", "window_stats", "dead_letters");
        SplittableRandom random = new SplittableRandom(20261120);
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics publisher = transactional(cluster);
                ResultReader reader = SqliteStore.openReader(store)) {
            publisher.producer().initTransactions();
            int killed = 0;
            while (stored(reader) < RECORDS) {
                if (killed < KILLS) {
                    publish(publisher, killed);
                }
                long before = stored(reader);
                long left = Math.min(killed + 1, KILLS) * (RECORDS / KILLS) - before;
                long goal = killed < KILLS ? before + random.nextLong(1, left + 1) : RECORDS;
                ChildJvm sink = SinkProcess.start(
                        cluster.bootstrapServers(), cluster.registryUrl(), store, folder.resolve("sink.log"));
                Await.until(() -> stored(reader) >= goal, () -> stored(reader) + " of " + goal + " rows");
                sink.kill();
                killed++;
            }
            assertThat(killed).isGreaterThanOrEqualTo(KILLS);
            assertThat(reader.requestCount(KEY)).isEqualTo(REQUESTS);
            assertThat(windows(reader)).hasSize(WINDOWS);
            assertThat(stored(reader)).isEqualTo(RECORDS);
            assertThat(committedWrites())
                    .isEqualTo(Map.of(
                            "requests", (long) REQUESTS,
                            "window_stats", (long) WINDOWS,
                            "dead_letters", (long) GARBAGE));
        }
    }

    private static TeamTopics transactional(LocalCluster cluster) {
        return TeamTopics.create(
                cluster.bootstrapServers(), cluster.registryUrl(), TEAM, Map.of("transactional.id", "streams"));
    }

    /** What is there for a sink before its kill: in committed transactions with aborted ones between, as exactly-once streams leave them. */
    private static void publish(TeamTopics publisher, int kill) {
        for (int n = kill * REQUESTS / KILLS; n < (kill + 1) * REQUESTS / KILLS; n++) {
            if (n % TRANSACTION == 0) {
                begin(publisher, n);
            }
            publisher.send(
                    Topic.REQUESTS,
                    Keys.request(Events.RUN, "a", n),
                    Events.request(n, 100 + n % 50).build());
            if (n % (REQUESTS / WINDOWS) == 0) {
                publisher.send(
                        Topic.WINDOWS,
                        Events.RUN + "/0/gpu/all/TTFT/10",
                        Events.window(Events.START.plusSeconds(n))
                                .setFinality(Finality.PROVISIONAL)
                                .build());
            }
            if (n % (REQUESTS / GARBAGE) == 0) {
                publisher.sendRaw(Topic.REQUESTS, "x/y/" + n, "{\"n\":1}".getBytes(StandardCharsets.UTF_8));
            }
            if ((n + 1) % TRANSACTION == 0) {
                publisher.producer().commitTransaction();
            }
        }
    }

    private static void begin(TeamTopics publisher, int n) {
        publisher.producer().beginTransaction();
        publisher.send(
                Topic.REQUESTS,
                Keys.request(Events.RUN, "aborted", n),
                Events.request(n, 1).setLane("aborted").build());
        publisher.flush();
        publisher.producer().abortTransaction();
        publisher.producer().beginTransaction();
    }

    /** Reads while the sink writes. */
    private long stored(ResultReader reader) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store)) {
            return reader.inSnapshot(snapshot ->
                            snapshot.requestCount(KEY) + windows(snapshot).size())
                    + StoredRows.texts(connection, "SELECT reason FROM dead_letters")
                            .size();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static List<WindowRow> windows(ResultReader reader) {
        return reader.windows(WindowQuery.of(KEY, Metric.TTFT, 10));
    }

    private void countCommittedWrites(String... tables) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE test_writes (name TEXT NOT NULL)");
            for (String table : tables) {
                statement.executeUpdate("CREATE TRIGGER test_" + table + " BEFORE INSERT ON " + table
                        + " BEGIN INSERT INTO test_writes VALUES ('" + table + "'); END");
            }
        }
    }

    private Map<String, Long> committedWrites() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, COUNT(*) FROM test_writes GROUP BY name")) {
            Map<String, Long> writes = new HashMap<>();
            while (rows.next()) {
                writes.put(rows.getString(1), rows.getLong(2));
            }
            return writes;
        }
    }
}
