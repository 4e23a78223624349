package io.tidemark.sinks.store.sqlite;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.Maintained;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.Retention;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.jdbc.ChangeWriter;
import io.tidemark.sinks.store.jdbc.JdbcReader;
import io.tidemark.sinks.store.jdbc.Maintenance;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.OffsetWriter;
import io.tidemark.sinks.store.jdbc.Reads;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.read.ResultReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The result store in one SQLite file. Calls that write take turns; readers have connections of their own. */
public final class SqliteStore implements ResultStore {
    private final Path file;
    private final Connection connection;
    private final ChangeWriter changes;
    private final OffsetWriter offsets;

    private SqliteStore(Path file, Connection connection) throws SQLException {
        this.file = file;
        this.connection = connection;
        this.changes = new ChangeWriter(connection);
        this.offsets = new OffsetWriter(connection, file);
    }

    /**
     * Opens a store to write to, making or migrating it as needed.
     *
     * @throws StoreException if a newer tidemark wrote it, or it cannot be opened or migrated
     */
    public static SqliteStore open(Path file) {
        return open(file, Migrations.bundled());
    }

    static SqliteStore open(Path file, Migrations migrations) {
        Connection connection = Connections.writing(file, migrations);
        try {
            return new SqliteStore(file, connection);
        } catch (SQLException e) {
            throw new StoreException("store " + file + " cannot be prepared: " + e.getMessage(), e);
        }
    }

    /**
     * Opens a store only to read, e.g. while a sink in another process writes to it.
     *
     * @throws StoreException if there is none, or it has another version
     */
    public static ResultReader openReader(Path file) {
        return new JdbcReader(new Reads(file, Connections.reading(file, Migrations.bundled())));
    }

    @Override
    public void write(WriteBatch batch) {
        Set<Team> teams =
                batch.offsets().stream().map(move -> move.partition().team()).collect(Collectors.toSet());
        transaction("written to", () -> {
            changes.discard();
            changes.write(teams, batch.changes());
            for (OffsetMove move : batch.offsets()) {
                offsets.move(move);
            }
            return batch;
        });
    }

    @Override
    public Map<SourcePartition, SourceOffset> offsets() {
        return transaction("read", offsets::all);
    }

    @Override
    public Maintained maintain(Retention retention, Instant now) {
        return transaction("maintained", () -> new Maintenance(connection).run(retention, now));
    }

    @Override
    public ResultReader reader() {
        return openReader(file);
    }

    private synchronized <T> T transaction(String verb, Transactions.Work<T> work) {
        try {
            return Transactions.run(connection, work);
        } catch (SQLException e) {
            throw new StoreException("store " + file + " could not be " + verb + ": " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        try {
            changes.close();
            offsets.close();
            connection.close();
        } catch (SQLException e) {
            throw new StoreException("store " + file + " could not be closed: " + e.getMessage(), e);
        }
    }
}
