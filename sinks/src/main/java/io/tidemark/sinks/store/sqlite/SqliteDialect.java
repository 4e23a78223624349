package io.tidemark.sinks.store.sqlite;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.jdbc.StoreVersion;
import io.tidemark.sinks.store.jdbc.TableWriter;
import io.tidemark.sinks.store.jdbc.TimePartitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** SQLite. The version is the file's {@code user_version}. */
final class SqliteDialect implements Dialect {
    private static final int PRIMARY_CODE = 0xff;
    private static final Set<Integer> REFUSALS = Set.of(
            SQLiteErrorCode.SQLITE_TOOBIG.code,
            SQLiteErrorCode.SQLITE_CONSTRAINT.code,
            SQLiteErrorCode.SQLITE_MISMATCH.code);

    /** By hand: the driver's own transactions would begin the next one right after each commit, and so hold the write lock for good. */
    @Override
    public void begin(Connection connection) throws SQLException {
        execute(connection, "BEGIN IMMEDIATE");
    }

    /** A file has one user. */
    @Override
    public void limitTo(Connection connection, Set<Team> teams) {}

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "COMMIT");
    }

    @Override
    public void rollBack(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK");
    }

    /** The transaction has the write lock already. */
    @Override
    public void lockForMigration(Connection connection) {}

    @Override
    public StoreVersion version(Connection connection) throws SQLException {
        int number = number(connection, "PRAGMA user_version");
        boolean hasTable = number(connection, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'store_version'") > 0;
        return new StoreVersion(
                number, hasTable ? number(connection, "SELECT oldest_program FROM store_version") : number);
    }

    private static int number(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Override
    public void setVersion(Connection connection, StoreVersion version) throws SQLException {
        execute(
                connection,
                "CREATE TABLE IF NOT EXISTS store_version (version INTEGER NOT NULL, oldest_program INTEGER NOT NULL)"
                        + " STRICT");
        execute(connection, "DELETE FROM store_version");
        execute(
                connection,
                "INSERT INTO store_version VALUES (" + version.number() + ", " + version.oldestProgram() + ")");
        execute(connection, "PRAGMA user_version = " + version.number());
    }

    @Override
    public String stored(String table) {
        return "main." + table;
    }

    /** An error of a trigger is no refusal: a trigger on inserts is not of this store, and its owner can remove it. */
    @Override
    public boolean refuses(SQLException error) {
        if (!(error instanceof SQLiteException failed)
                || failed.getResultCode() == SQLiteErrorCode.SQLITE_CONSTRAINT_TRIGGER) {
            return false;
        }
        return REFUSALS.contains(failed.getResultCode().code & PRIMARY_CODE);
    }

    @Override
    public Object bound(Object value) {
        return value;
    }

    @Override
    public TimePartitions partitions(Connection connection) {
        return TimePartitions.NONE;
    }

    @Override
    public <E> RowWriter<E> writer(Connection connection, StoreTable<E> table) throws SQLException {
        return new TableWriter<>(this, connection, table);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
