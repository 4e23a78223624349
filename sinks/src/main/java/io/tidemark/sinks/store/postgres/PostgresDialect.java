package io.tidemark.sinks.store.postgres;

import static java.util.stream.Collectors.joining;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ConflictRule;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.jdbc.StoreVersion;
import io.tidemark.sinks.store.jdbc.TableWriter;
import io.tidemark.sinks.store.jdbc.TimePartitions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** PostgreSQL. The version is in a table of its own. */
final class PostgresDialect implements Dialect {
    private static final String LIMIT = "SELECT set_config('tidemark.team', ?, true)";
    private static final String VERSION_TABLE = "quote_ident(current_schema()) || '.store_version'";

    /**
     * Classes of SQL's states that are about a row's values: data exception, integrity constraint violation, program limit exceeded
     * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
     */
    private static final Set<String> REFUSALS = Set.of("22", "23", "54");

    /** The first statement begins it. */
    @Override
    public void begin(Connection connection) {}

    /** The policies of the tables ask for it, also those of the owner: see {@code migrations/row_security.sql}. */
    @Override
    public void limitTo(Connection connection, Set<Team> teams) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LIMIT)) {
            statement.setString(1, teams.stream().map(Team::name).collect(joining(",")));
            statement.executeQuery().close();
        }
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    @Override
    public void rollBack(Connection connection) throws SQLException {
        connection.rollback();
    }

    @Override
    public void lockForMigration(Connection connection) throws SQLException {
        execute(
                connection,
                "SELECT pg_advisory_xact_lock(hashtextextended('tidemark migration ' || current_schema(), 0))");
    }

    @Override
    public StoreVersion version(Connection connection) throws SQLException {
        if (ask(connection, "SELECT to_regclass(" + VERSION_TABLE + ") IS NULL").equals("t")) {
            return StoreVersion.NONE;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version, oldest_program FROM store_version")) {
            row.next();
            return new StoreVersion(row.getInt(1), row.getInt(2));
        }
    }

    @Override
    public void setVersion(Connection connection, StoreVersion version) throws SQLException {
        execute(
                connection,
                "CREATE TABLE IF NOT EXISTS store_version (version BIGINT NOT NULL, oldest_program BIGINT NOT NULL)");
        execute(connection, "DELETE FROM store_version");
        execute(
                connection,
                "INSERT INTO store_version (version, oldest_program) VALUES (" + version.number() + ", "
                        + version.oldestProgram() + ")");
    }

    /** An expression does not see itself. */
    @Override
    public String stored(String table) {
        return table;
    }

    @Override
    public boolean refuses(SQLException error) {
        return error.getSQLState() != null && REFUSALS.stream().anyMatch(error.getSQLState()::startsWith);
    }

    @Override
    public Object bound(Object value) {
        return value instanceof String text ? PostgresText.of(text) : value;
    }

    @Override
    public TimePartitions partitions(Connection connection) {
        return new PostgresTimePartitions(connection);
    }

    /** A table whose rule is a condition on what is stored is written row by row, in order. */
    @Override
    public <E> RowWriter<E> writer(Connection connection, StoreTable<E> table) throws SQLException {
        return table.rule() instanceof ConflictRule.Where
                ? new TableWriter<>(this, connection, table)
                : new CopyUpsertWriter<>(connection, table);
    }

    private static String ask(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getString(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
