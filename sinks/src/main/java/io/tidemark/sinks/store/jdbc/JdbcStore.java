package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ExperimentRetention;
import io.tidemark.sinks.store.Maintained;
import io.tidemark.sinks.store.PruneScope;
import io.tidemark.sinks.store.Pruned;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.Retention;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.StoreClosedException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.StoreGoneException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result store in a database. Calls that write take turns over one connection, which is made anew after a failure; readers have
 * connections of their own.
 */
public final class JdbcStore implements ResultStore {
    private final Database database;
    private final Migrations migrations;
    private Optional<Session> session = Optional.empty();
    private volatile boolean closed;

    private JdbcStore(Database database, Migrations migrations) {
        this.database = database;
        this.migrations = migrations;
    }

    /**
     * Opens a store to write to, making or migrating it as needed.
     *
     * @throws StoreException if a newer tidemark wrote it, or it cannot be opened or migrated
     */
    public static JdbcStore open(Database database, Migrations migrations) {
        JdbcStore store = whenever(database, migrations);
        store.connect();
        return store;
    }

    /** A store that may be away: it is opened at the first call that works. */
    public static JdbcStore whenever(Database database, Migrations migrations) {
        return new JdbcStore(database, migrations);
    }

    /**
     * Opens a store only to read, e.g. while a sink in another process writes to it.
     *
     * @throws StoreException if there is none, or it has another version
     */
    public static ResultReader openReader(Database database, Migrations migrations) {
        return new JdbcReader(new Reads(database, migrations));
    }

    @Override
    public void write(WriteBatch batch) {
        use("written to", now -> now.write(batch));
    }

    @Override
    public Map<SourcePartition, SourceOffset> offsets() {
        return use("read", Session::offsets);
    }

    @Override
    public Set<Team> claim(Set<Team> teams) {
        return use("claimed", open -> open.claim(teams));
    }

    @Override
    public Maintained maintain(Team team, Retention retention, Instant now) {
        try (Connection connection = migratedConnection()) {
            return new Maintenance(database.dialect(), connection, team, () -> closed).run(retention, now);
        } catch (SQLException e) {
            throw new StoreException("store " + database + " could not be maintained: " + e.getMessage(), e);
        }
    }

    @Override
    public List<RunActivity> running(Team team) {
        try (Reads reads = new Reads(database, migrations)) {
            return Activity.running(reads, team);
        }
    }

    @Override
    public boolean lose(RunActivity run, Instant at, String reason) {
        return use("written to", open -> open.lose(run, at, reason));
    }

    @Override
    public Pruned prune(RunKey run, PruneScope scope) {
        return use("pruned", open -> open.prune(run, scope));
    }

    @Override
    public void keep(ExperimentRetention kept) {
        use("written to", open -> open.keep(kept));
    }

    @Override
    public void keepAsOthers(Team team, String experiment) {
        use("written to", open -> open.forget(team, experiment));
    }

    @Override
    public ResultReader reader() {
        return openReader(database, migrations);
    }

    private synchronized <T> T use(String verb, Use<T> use) {
        Session open = connect();
        try {
            return use.of(open);
        } catch (SQLException e) {
            disconnect(e);
            throw new StoreException("store " + database + " could not be " + verb + ": " + e.getMessage(), e);
        } catch (StoreGoneException e) {
            disconnect(e);
            throw e;
        }
    }

    private synchronized Session connect() {
        if (closed) {
            throw new StoreClosedException("store " + database + " is closed");
        }
        if (session.isEmpty()) {
            session = Optional.of(connected());
        }
        return session.get();
    }

    private Session connected() {
        try {
            Connection connection = migratedConnection();
            try {
                return new Session(database, connection);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException("store " + database + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private Connection migratedConnection() throws SQLException {
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

    /** What the connection is good for after an error is not known: the next call makes another. */
    private void disconnect(Exception because) {
        try {
            closeSession();
        } catch (StoreException e) {
            because.addSuppressed(e);
        }
    }

    /** What maintains it ends after its transaction. */
    @Override
    public void close() {
        closed = true;
        closeSession();
    }

    private synchronized void closeSession() {
        Optional<Session> open = session;
        session = Optional.empty();
        try {
            if (open.isPresent()) {
                open.get().close();
            }
        } catch (SQLException e) {
            throw new StoreException("store " + database + " could not be closed: " + e.getMessage(), e);
        }
    }

    /** What is done over a session. */
    @FunctionalInterface
    private interface Use<T> {
        T of(Session session) throws SQLException;
    }
}
