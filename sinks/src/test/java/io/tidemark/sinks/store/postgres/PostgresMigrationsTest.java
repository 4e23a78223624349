package io.tidemark.sinks.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoredRows;
import io.tidemark.sinks.store.jdbc.Migration;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class PostgresMigrationsTest {
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
}
