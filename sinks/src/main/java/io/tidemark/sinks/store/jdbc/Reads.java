package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Queries over one connection, each in a snapshot: its own, or the one that it is nested in. Thread-safe. */
public final class Reads implements AutoCloseable {
    /** A driver that would otherwise hold a whole answer in memory fetches so many rows at once. */
    private static final int ROWS_AT_A_TIME = 10_000;

    private final Path file;
    private final Connection connection;
    private final ReentrantLock turn = new ReentrantLock();

    public Reads(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /** What {@code work} reads is one state of the store. */
    <T> T snapshot(Supplier<T> work) {
        turn.lock();
        try {
            return work.get();
        } finally {
            release();
        }
    }

    private void release() {
        try {
            if (turn.getHoldCount() == 1) {
                connection.rollback();
            }
        } catch (SQLException e) {
            throw unreadable(e);
        } finally {
            turn.unlock();
        }
    }

    <T> List<T> list(String sql, Mapper<T> mapper, Object... parameters) {
        return snapshot(() -> {
            List<T> found = new ArrayList<>();
            query(sql, rows -> collect(rows, mapper, found), parameters);
            return found;
        });
    }

    /** Hands the answer to {@code visitor} as it comes, so that nothing of it is kept here. */
    void stream(String sql, Visitor visitor, Object... parameters) {
        snapshot(() -> {
            query(sql, visitor, parameters);
            return this;
        });
    }

    private void query(String sql, Visitor visitor, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            statement.setFetchSize(ROWS_AT_A_TIME);
            try (ResultSet rows = statement.executeQuery()) {
                visitor.visit(rows);
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private static <T> void collect(ResultSet rows, Mapper<T> mapper, List<T> found) throws SQLException {
        Fields fields = new Fields(rows);
        while (rows.next()) {
            found.add(mapper.map(fields));
        }
    }

    private StoreException unreadable(SQLException e) {
        return new StoreException("store " + file + " could not be read: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        turn.lock();
        try {
            connection.close();
        } catch (SQLException e) {
            throw unreadable(e);
        } finally {
            turn.unlock();
        }
    }

    /** Goes through all rows of an answer. */
    @FunctionalInterface
    interface Visitor {
        void visit(ResultSet rows) throws SQLException;
    }

    /** Makes a row of the fields that the query stands at. */
    @FunctionalInterface
    interface Mapper<T> {
        T map(Fields fields) throws SQLException;
    }
}
