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
        return snapshot(() -> query(sql, mapper, parameters));
    }

    private <T> List<T> query(String sql, Mapper<T> mapper, Object... parameters) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return collect(statement, mapper);
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    private static <T> List<T> collect(PreparedStatement statement, Mapper<T> mapper) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            Fields fields = new Fields(rows);
            List<T> found = new ArrayList<>();
            while (rows.next()) {
                found.add(mapper.map(fields));
            }
            return found;
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

    /** Makes a row of the fields that the query stands at. */
    @FunctionalInterface
    interface Mapper<T> {
        T map(Fields fields) throws SQLException;
    }
}
