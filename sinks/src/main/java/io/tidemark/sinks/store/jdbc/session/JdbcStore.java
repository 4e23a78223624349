package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.query.RunActivityTable;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import io.tidemark.sinks.store.retention.Retention;
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
    private final SessionHolder<WriteSession> sessions;

    private JdbcStore(Database database, Migrations migrations) {
        this.database = database;
        this.migrations = migrations;
        this.sessions = new SessionHolder<>(database, migrations, WriteSession::new);
    }

    /**
     * Opens a store to write to, making or migrating it as needed.
     *
     * @throws StoreException if a newer tidemark wrote it, or it cannot be opened or migrated
     */
    public static JdbcStore open(Database database, Migrations migrations) {
        JdbcStore store = openLazily(database, migrations);
        store.sessions.connect();
        return store;
    }

    /** A store that may be away: it is opened at the first call that works. */
    public static JdbcStore openLazily(Database database, Migrations migrations) {
        return new JdbcStore(database, migrations);
    }

    /**
     * Opens a store only to read, e.g. while a sink in another process writes to it.
     *
     * @throws StoreException if there is none, or it has another version
     */
    public static ResultReader openReader(Database database, Migrations migrations) {
        return new JdbcReader(new QueryRunner(database, migrations));
    }

    @Override
    public void write(WriteBatch batch) {
        sessions.use("written to", now -> now.write(batch));
    }

    @Override
    public Map<SourcePartition, SourceOffset> offsets() {
        return sessions.use("read", WriteSession::offsets);
    }

    @Override
    public Set<Team> claim(Set<Team> teams) {
        return sessions.use("claimed", open -> open.claim(teams));
    }

    @Override
    public MaintenanceResult maintain(Team team, Retention retention, Instant now) {
        try (Connection connection = sessions.migratedConnection()) {
            return new RetentionMaintenance(database.dialect(), connection, team, sessions::isClosed)
                    .run(retention, now);
        } catch (SQLException e) {
            throw new StoreException("store " + database + " could not be maintained: " + e.getMessage(), e);
        }
    }

    @Override
    public List<RunActivity> runningRuns(Team team) {
        try (QueryRunner reads = new QueryRunner(database, migrations)) {
            return RunActivityTable.runningRuns(reads, team);
        }
    }

    @Override
    public boolean markLost(RunActivity run, Instant at, String reason) {
        return sessions.use("written to", open -> open.markLost(run, at, reason));
    }

    @Override
    public PrunedRows prune(RunKey run, PruneScope scope, AuditEvent audit) {
        return sessions.use("pruned", open -> open.prune(run, scope, audit));
    }

    @Override
    public void overrideRetention(ExperimentRetention kept, AuditEvent audit) {
        sessions.use("written to", open -> open.overrideRetention(kept, audit));
    }

    @Override
    public void clearRetentionOverride(Team team, String experiment, AuditEvent audit) {
        sessions.use("written to", open -> open.clearRetentionOverride(team, experiment, audit));
    }

    @Override
    public void addAudit(Optional<Team> team, AuditEvent audit) {
        sessions.use("written to", open -> open.addAudit(team, audit));
    }

    @Override
    public ResultReader reader() {
        return openReader(database, migrations);
    }

    /** What maintains it ends after its transaction. */
    @Override
    public void close() {
        sessions.close();
    }
}
