package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.StoreClosedException;
import io.tidemark.sinks.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries over one connection, each in a snapshot: its own, or the one that it is nested in. A connection that failed, or that
 * the server has cut since the last snapshot, is made anew for the next. Thread-safe.
 */
public final class QueryRunner implements AutoCloseable {
    /** A driver that would otherwise hold a whole answer in memory fetches so many rows at once. */
    private static final int ROWS_AT_A_TIME = 10_000;

    private static final int ANSWERS_WITHIN_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(QueryRunner.class);

    private final Database store;
    private final Migrations migrations;
    private final ReentrantLock turn = new ReentrantLock();
    private Optional<Connection> connection;
    /** Of the store that the connection is to. */
    private Optional<Object> identity = Optional.empty();

    /** What the store of that connection lacks. */
    private MissingColumns columns;

    /** Whether the snapshot that is being read has failed: it is not continued on another connection. */
    private boolean broken;

    /** Whether the snapshot has asked for its connection. */
    private boolean begun;

    private boolean closed;

    public QueryRunner(Database store, Migrations migrations) {
        this.store = store;
        this.migrations = migrations;
        this.columns = new MissingColumns(store.dialect(), List.of());
        this.connection = Optional.of(connected());
    }

    /** Over a connection of its own. */
    public QueryRunner newRunner() {
        return new QueryRunner(store, migrations);
    }

    /** What {@code work} reads is one state of the store. */
    public <T> T snapshot(Supplier<T> work) {
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
                end();
            }
        } finally {
            turn.unlock();
        }
    }

    private void end() {
        try {
            if (connection.isPresent()) {
                connection.get().rollback();
            }
        } catch (SQLException e) {
            // All that was asked for has been read; what was lost is the connection.
            LOG.debug("store {} was lost after it was read", store, forget(e));
        } finally {
            broken = false;
            begun = false;
        }
    }

    public <T> List<T> list(String sql, Mapper<T> mapper, Object... parameters) {
        return snapshot(() -> {
            List<T> found = new ArrayList<>();
            query(sql, rows -> collect(rows, mapper, found), parameters);
            return found;
        });
    }

    /** Hands the answer to {@code visitor} as it comes, so that nothing of it is kept here. */
    public void stream(String sql, Visitor visitor, Object... parameters) {
        snapshot(() -> {
            query(sql, visitor, parameters);
            return this;
        });
    }

    private void query(String sql, Visitor visitor, Object... parameters) {
        try (PreparedStatement statement = prepared(sql)) {
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

    /** The connection may be to another version than the one before. */
    private PreparedStatement prepared(String sql) throws SQLException {
        Connection open = connection();
        return open.prepareStatement(columns.over(sql));
    }

    private Connection connection() {
        if (closed) {
            throw new StoreClosedException("store " + store + " is closed");
        }
        if (broken) {
            throw new StoreException("store " + store + " was lost in the midst of a snapshot");
        }
        if (!begun) {
            begun = true;
            dropIfDisconnected();
        }
        if (connection.isEmpty()) {
            connection = Optional.of(connected());
        }
        return connection.get();
    }

    /** One that was kept since the last snapshot may be to a server that was started again since. */
    private void dropIfDisconnected() {
        try {
            if (connection.isPresent()
                    && (!identity.equals(store.identity()) || !connection.get().isValid(ANSWERS_WITHIN_SECONDS))) {
                disconnect();
            }
        } catch (SQLException e) {
            LOG.debug("a connection to store {} was lost while nothing was read", store, forget(e));
        }
    }

    private Connection connected() {
        try {
            Connection fresh = store.connectToRead();
            try {
                columns = migrations.readable(store, fresh);
                identity = store.identity();
                fresh.rollback();
                return fresh;
            } catch (SQLException | RuntimeException e) {
                fresh.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException("store " + store + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private static <T> void collect(ResultSet rows, Mapper<T> mapper, List<T> found) throws SQLException {
        RowFields fields = new RowFields(rows);
        while (rows.next()) {
            found.add(mapper.map(fields));
        }
    }

    private StoreException unreadable(SQLException e) {
        broken = true;
        return new StoreException("store " + store + " could not be read: " + e.getMessage(), forget(e));
    }

    private SQLException forget(SQLException because) {
        try {
            disconnect();
        } catch (SQLException closing) {
            because.addSuppressed(closing);
        }
        return because;
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            disconnect();
        } catch (SQLException e) {
            throw new StoreException("store " + store + " could not be closed: " + e.getMessage(), e);
        } finally {
            turn.unlock();
        }
    }

    private void disconnect() throws SQLException {
        Optional<Connection> open = connection;
        connection = Optional.empty();
        if (open.isPresent()) {
            open.get().close();
        }
    }

    /** Goes through all rows of an answer. */
    @FunctionalInterface
    public interface Visitor {
        void visit(ResultSet rows) throws SQLException;
    }

    /** Makes a row of the fields that the query stands at. */
    @FunctionalInterface
    public interface Mapper<T> {
        T map(RowFields fields) throws SQLException;
    }
}
