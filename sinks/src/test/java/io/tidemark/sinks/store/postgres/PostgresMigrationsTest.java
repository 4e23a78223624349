package io.tidemark.sinks.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.RequestEvent;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.jdbc.Migration;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.session.JdbcStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class PostgresMigrationsTest {
    private static final Team TEAM = new Team("perf");

    @Test
    void aStoreOfBeforeTheFirstMigrationIsRefusedByItsVersionAndLeftAlone() throws Exception {
        PostgresAddress address = Postgres.fresh();
        PostgresStore.open(address).close();
        Migrations later = new Migrations(List.of(new Migration(900, "CREATE TABLE far (value BIGINT);")));
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                () -> PostgresStore.open(address, later).close(),
                () -> JdbcStore.openReader(new PostgresDatabase(address), later).close())) {
            assertThatThrownBy(use)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(
                            "has version " + PostgresStore.migrations().version())
                    .hasMessageContaining("versions from 900 on");
        }
        try (Connection connection = DriverManager.getConnection(address.url())) {
            assertThat(StoredRows.texts(connection, "SELECT to_regclass('far')::text"))
                    .containsExactly((String) null);
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

    /** Rows are copied into a stage that has the columns of the store. */
    @Test
    void aStoreOfTheReleaseAfterIsReadAndWrittenAsLongAsItsMigrationsAdd() {
        PostgresAddress address = Postgres.fresh();
        Migration added = new Migration(900, "ALTER TABLE requests ADD COLUMN mood TEXT COLLATE \"C\";");
        PostgresStore.open(address, PostgresStore.migrations().and(added)).close();
        try (ResultStore store = PostgresStore.open(address);
                ResultReader reader = store.reader()) {
            store.write(new WriteBatch(
                    List.of(
                            new StoreChange.StoredEvent(TEAM, Events.START, request(0, Events.RUN)),
                            new StoreChange.StoredEvent(TEAM, Events.START, request(1, "not a ULID"))),
                    List.of()));
            assertThat(reader.requestCount(new RunKey(TEAM, Events.RUN))).isEqualTo(1);
            assertThat(reader.requestCount(new RunKey(TEAM, "not a ULID"))).isEqualTo(1);
        }
    }

    private static RequestEvent request(long number, String run) {
        return Events.request(number, 100).setRun(run).build();
    }
}
