package io.tidemark.sinks.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Transactions over one connection. */
final class Transactions {
    private final Dialect dialect;
    private final Connection connection;

    Transactions(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    /** Work inside a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws SQLException;
    }

    /** Commits what {@code work} did, or nothing of it. */
    <T> T run(Work<T> work) throws SQLException {
        dialect.begin(connection);
        try {
            T result = work.run();
            dialect.commit(connection);
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(e);
            throw e;
        }
    }

    private void rollBack(Exception because) {
        try {
            dialect.rollBack(connection);
        } catch (SQLException e) {
            // Databases roll back by themselves: SQLite when the disk is full, others when the connection is lost.
            because.addSuppressed(e);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
