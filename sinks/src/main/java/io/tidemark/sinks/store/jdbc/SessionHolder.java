package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.StoreClosedException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoreGoneException;
import io.tidemark.sinks.store.StoreRightException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A session over one connection that writes: made at the first call that works, and anew after a failure. Calls take turns. Thread-safe.
 *
 * @param <S> the session: its close closes the connection
 */
public final class SessionHolder<S extends SessionHolder.Session> implements AutoCloseable {
    private final Database database;
    private final Migrations migrations;
    private final Opener<S> opener;
    private Optional<S> session = Optional.empty();
    private volatile boolean closed;

    public SessionHolder(Database database, Migrations migrations, Opener<S> opener) {
        this.database = database;
        this.migrations = migrations;
        this.opener = opener;
    }

    /** Statements over one connection. */
    public interface Session extends AutoCloseable {
        @Override
        void close() throws SQLException;
    }

    /** Makes a session of a connection to a store of this version. */
    @FunctionalInterface
    public interface Opener<S> {
        S open(Database database, Connection connection) throws SQLException;
    }

    /** What is done over a session. */
    @FunctionalInterface
    public interface Use<S, T> {
        T of(S session) throws SQLException;
    }

    /**
     * Does something over the session.
     *
     * @param verb for messages: the store could not be ...
     * @throws StoreException if the database is away or fails; what the connection is good for is not known then, so the next call makes another
     */
    public synchronized <T> T use(String verb, Use<S, T> use) {
        S open = connect();
        try {
            return use.of(open);
        } catch (SQLException e) {
            disconnect(e);
            throw StoreRightException.of("store " + database + " could not be " + verb + ": " + e.getMessage(), e);
        } catch (StoreGoneException e) {
            disconnect(e);
            throw e;
        }
    }

    /** The session, made if there is none. @throws StoreException if it cannot be made */
    public synchronized S connect() {
        if (closed) {
            throw new StoreClosedException("store " + database + " is closed");
        }
        if (session.isEmpty()) {
            session = Optional.of(connected());
        }
        return session.get();
    }

    private S connected() {
        try {
            Connection connection = migratedConnection();
            try {
                return opener.open(database, connection);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw StoreRightException.of("store " + database + " cannot be opened: " + e.getMessage(), e);
        }
    }

    /** Opens a connection that writes, to a store of this version; the caller closes it. */
    public Connection migratedConnection() throws SQLException {
        Connection connection = database.connectToWrite();
        try {
            migrations.apply(database, connection);
            database.migrated(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void disconnect(Exception because) {
        try {
            closeSession();
        } catch (StoreException e) {
            because.addSuppressed(e);
        }
    }

    /** Whether it is closed, for work that goes on over connections of its own. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        closeSession();
    }

    private synchronized void closeSession() {
        Optional<S> open = session;
        session = Optional.empty();
        try {
            if (open.isPresent()) {
                open.get().close();
            }
        } catch (SQLException e) {
            throw new StoreException("store " + database + " could not be closed: " + e.getMessage(), e);
        }
    }
}
