package io.tidemark.sinks.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.RequestEvent;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.Migration;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.jdbc.session.JdbcStore;
import io.tidemark.sinks.store.jdbc.table.RequestTable;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.SketchQuery;
import io.tidemark.sinks.store.read.SketchRow;
import io.tidemark.sinks.store.read.WindowQuery;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.Retention;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class PostgresMigrationsTest {
    private static final Team TEAM = new Team("perf");

    @Test
    void aStoreOfBeforeTheBaselineIsRefusedByItsVersionAndLeftAlone() throws Exception {
        PostgresAddress address = Postgres.fresh();
        String schema = address.schema().orElseThrow();
        try (Connection connection = DriverManager.getConnection(address.url());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema);
            statement.execute("CREATE TABLE store_version (version BIGINT NOT NULL)");
            statement.execute("INSERT INTO store_version VALUES (18)");
            for (ThrowingCallable use : List.<ThrowingCallable>of(
                    () -> PostgresStore.open(address).close(),
                    () -> PostgresStore.openReader(address).close())) {
                assertThatThrownBy(use)
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("has version 18")
                        .hasMessageContaining("versions from 26 on");
            }
            assertThat(StoredRows.texts(
                            connection, "SELECT tablename FROM pg_tables WHERE schemaname = '" + schema + "'"))
                    .containsExactly("store_version");
        }
    }

    @Test
    void aReaderReadsAStoreOfTheReleaseBefore() {
        PostgresAddress address = Postgres.fresh();
        PostgresStore.open(address).close();
        Migration added = new Migration(900, """
                ALTER TABLE runs ADD COLUMN mood TEXT COLLATE "C" NOT NULL DEFAULT 'calm';
                ALTER TABLE runs ADD COLUMN heat DOUBLE PRECISION;
                CREATE TABLE far (
                    team TEXT COLLATE "C" NOT NULL,
                    value BIGINT NOT NULL
                );
                """);
        Migrations next = new Migrations(Stream.concat(PostgresStore.migrations().all().stream(), Stream.of(added))
                .toList());
        try (QueryRunner queries = new QueryRunner(new PostgresDatabase(address), next)) {
            assertThat(queries.list(
                            "SELECT MAX(mood) AS mood, MAX(heat) AS heat FROM runs", row -> row.textIfAny("mood")))
                    .singleElement()
                    .satisfies(mood -> assertThat(mood).isEmpty());
            assertThat(queries.list("SELECT value FROM far WHERE value > 1", row -> row.integer("value")))
                    .isEmpty();
        }
    }

    /** Its rows are in the first partitions, but those of a run whose id says no time; a program of the release before goes on. */
    @Test
    void aStoreWithoutPartitionsGetsThemAndTheReleaseBeforeStillWritesIt() throws Exception {
        PostgresAddress address = Postgres.fresh();
        Migrations before = new Migrations(PostgresStore.migrations().all().stream()
                .filter(migration -> migration.number() < 32)
                .toList());
        ReleaseBefore older = new ReleaseBefore(new PostgresDatabase(address));
        migrate(older, before);
        writeRequests(older, request(0, Events.RUN), request(1, Events.RUN), request(0, "not a ULID"));
        try (Connection connection = DriverManager.getConnection(address.url());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "DO $$ BEGIN IF to_regrole('dashboard') IS NULL THEN CREATE ROLE dashboard; END IF; END $$");
            statement.execute("GRANT SELECT ON requests TO dashboard");
        }
        PostgresStore.open(address).close();
        try (Connection connection = DriverManager.getConnection(address.url());
                Statement statement = connection.createStatement()) {
            assertThat(StoredRows.texts(
                            connection,
                            "SELECT run || ' ' || lane_seq || (tableoid::regclass = 'requests_default'::regclass)"
                                    + " FROM requests ORDER BY run, lane_seq"))
                    .containsExactly(Events.RUN + " 0false", Events.RUN + " 1false", "not a ULID 0true");
            assertThat(
                            StoredRows.texts(
                                    connection,
                                    "SELECT has_table_privilege('dashboard', oid, 'SELECT') FROM pg_class WHERE relname LIKE 'requests%'"
                                            + " AND relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace ORDER BY relname"))
                    .as("who could read the table reads the new one, and no partition")
                    .startsWith("t", "f", "f")
                    .containsOnlyOnce("t");
            statement.execute("DROP OWNED BY dashboard");
        }
        writeRequests(older, request(1, Events.RUN), request(2, Events.RUN), request(1, "not a ULID"));
        try (ResultReader reader = JdbcStore.openReader(older, before)) {
            assertThat(reader.requestCount(new RunKey(TEAM, Events.RUN))).isEqualTo(3);
            assertThat(reader.requestCount(new RunKey(TEAM, "not a ULID"))).isEqualTo(2);
        }
    }

    /** Its windows have no sketches: there is nothing to make hours of. A program of the release before copies into what may be null. */
    @Test
    void aStoreWithoutTiersGetsThem() throws Exception {
        PostgresAddress address = Postgres.fresh();
        Migrations before = new Migrations(PostgresStore.migrations().all().stream()
                .filter(migration -> migration.number() < 33)
                .toList());
        migrate(new ReleaseBefore(new PostgresDatabase(address)), before);
        try (Connection connection = DriverManager.getConnection(address.url());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO window_stats SELECT 'perf', '" + Events.RUN
                            + "', 'TTFT', 60, 'all', 0, 'gpu', 60000000, 0, 'FINAL', 0, 1, 5, 5, 5, 5, 5, 5, 5, 1, 0, 9, 0, '{}', NULL, 0, 0, 60000000, 0");
        }
        RunKey run = new RunKey(TEAM, Events.RUN);
        List<SketchRow> found = new ArrayList<>();
        try (ResultReader reader = PostgresStore.openReader(address)) {
            reader.scanSketches(SketchQuery.of(run, Metric.TTFT), found::add);
            assertThat(reader.windows(WindowQuery.of(run, Metric.TTFT, 60))).hasSize(1);
            assertThat(reader.retentions()).isEmpty();
        }
        try (ResultStore store = PostgresStore.open(address);
                ResultReader reader = store.reader()) {
            reader.scanSketches(SketchQuery.of(run, Metric.TTFT), found::add);
            assertThat(reader.windows(WindowQuery.of(run, Metric.TTFT, 60))).hasSize(1);
            assertThat(store.maintain(TEAM, Retention.FOR_GOOD, Events.START).mergedHours())
                    .isZero();
        }
        assertThat(found).isEmpty();
        try (Connection connection = DriverManager.getConnection(address.url())) {
            assertThat(
                            StoredRows.texts(
                                    connection,
                                    "SELECT is_nullable FROM information_schema.columns WHERE table_schema = current_schema()"
                                            + " AND table_name IN ('window_stats', 'retentions') AND column_name IN ('sketch', 'hours_seconds')"))
                    .containsExactly("YES", "YES");
        }
    }

    private static void migrate(Database store, Migrations migrations) throws SQLException {
        try (Connection connection = store.connectToWrite()) {
            migrations.apply(store, connection);
        }
    }

    /** As every release does. */
    private static void writeRequests(Database store, RequestEvent... requests) throws SQLException {
        try (Connection connection = store.connectToWrite()) {
            new Transactions(store.dialect(), connection).run(() -> {
                RowWriter<RequestEvent> writer = store.dialect().writer(connection, RequestTable.requests());
                for (RequestEvent request : requests) {
                    writer.add(new EventRow<>(TEAM, Events.START, request));
                }
                writer.flush();
                return requests;
            });
        }
    }

    private static RequestEvent request(long number, String run) {
        return Events.request(number, 100).setRun(run).build();
    }

    /** Programs of the release before know nothing of partitions. */
    private record ReleaseBefore(PostgresDatabase now) implements Database {
        @Override
        public Dialect dialect() {
            return now.dialect();
        }

        @Override
        public Connection connectToWrite() throws SQLException {
            return now.connectToWrite();
        }

        @Override
        public Connection connectToRead() throws SQLException {
            return now.connectToRead();
        }

        @Override
        public void migrated(Connection connection) {}

        @Override
        public Optional<Claim> claim(Connection connection, ClaimRole role, Team team) throws SQLException {
            return now.claim(connection, role, team);
        }

        @Override
        public Optional<Object> identity() {
            return now.identity();
        }
    }
}
