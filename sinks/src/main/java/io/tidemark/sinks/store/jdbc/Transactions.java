package io.tidemark.sinks.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Write transactions, begun by hand: the driver's own would begin the next one right after each commit, and so hold the write
 * lock for good.
 */
public final class Transactions {
    private Transactions() {}

    /** Work inside a transaction. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws SQLException;
    }

    /** Commits what {@code work} did, or nothing of it. The connection has auto-commit on. */
    public static <T> T run(Connection connection, Work<T> work) throws SQLException {
        execute(connection, "BEGIN IMMEDIATE");
        try {
            T result = work.run();
            execute(connection, "COMMIT");
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(connection, e);
            throw e;
        }
    }

    private static void rollBack(Connection connection, Exception because) {
        try {
            execute(connection, "ROLLBACK");
        } catch (SQLException e) {
            // SQLite has rolled back itself already, as it does when the disk is full.
            because.addSuppressed(e);
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
