package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** Transactions over one connection. */
public final class Transactions {
    private final Dialect dialect;
    private final Connection connection;

    public Transactions(Dialect dialect, Connection connection) {
        this.dialect = dialect;
        this.connection = connection;
    }

    /** Work inside a transaction. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws SQLException;
    }

    /** Commits what {@code work} did, or nothing of it. It is about no team's rows, or about those of every team that the connection may see. */
    public <T> T run(Work<T> work) throws SQLException {
        return run(Set.of(), work);
    }

    /** As {@link #run(Set, Work)}, of one team. */
    public <T> T run(Team team, Work<T> work) throws SQLException {
        return run(Set.of(team), work);
    }

    /** Commits what {@code work} did to rows of these teams, or nothing of it; to other teams' rows it does nothing. */
    public <T> T run(Set<Team> teams, Work<T> work) throws SQLException {
        dialect.begin(connection);
        try {
            limitTo(teams);
            T result = work.run();
            dialect.commit(connection);
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(e);
            throw e;
        }
    }

    private void limitTo(Set<Team> teams) throws SQLException {
        if (!teams.isEmpty()) {
            dialect.limitTo(connection, teams);
        }
    }

    /** Does {@code work} to rows of these teams, and then undoes it. */
    public <T> T attempt(Set<Team> teams, Work<T> work) throws SQLException {
        dialect.begin(connection);
        try {
            limitTo(teams);
            return work.run();
        } finally {
            dialect.rollBack(connection);
        }
    }

    /** Does {@code work} inside a transaction and undoes it, whether it failed or not; the transaction stays open. */
    public static void attemptWithin(Connection connection, Step work) throws SQLException {
        execute(connection, "SAVEPOINT attempt");
        try {
            work.run();
        } finally {
            execute(connection, "ROLLBACK TO SAVEPOINT attempt");
            execute(connection, "RELEASE SAVEPOINT attempt");
        }
    }

    /** Work of no result. */
    @FunctionalInterface
    public interface Step {
        void run() throws SQLException;
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
