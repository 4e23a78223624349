package io.tidemark.sinks.store.jdbc.annotation;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.StoreIdentity;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** One connection that writes the table of annotations. Not thread-safe. */
final class AnnotationSession implements SessionHolder.Session {
    private static final String INSERT =
            "INSERT INTO annotations (team, annotation, at_micros, text, target, experiment, run, set_by, appended_micros)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (team, annotation) DO NOTHING";
    private static final String DELETE = "DELETE FROM annotations WHERE team = ? AND annotation = ?";

    private final Database store;
    private final Connection connection;
    private final Transactions transactions;
    private final RowUpdates updates;
    private final StoreIdentity identity;

    AnnotationSession(Database store, Connection connection) {
        this.store = store;
        this.connection = connection;
        this.transactions = new Transactions(store.dialect(), connection);
        this.updates = new RowUpdates(store.dialect(), connection);
        this.identity = new StoreIdentity(store, "annotations");
    }

    boolean add(TimeAnnotation annotation, AuditEvent audit) throws SQLException {
        TimeAnnotation.Subject subject = annotation.subject();
        return write(
                annotation.team(),
                audit,
                INSERT,
                annotation.team().name(),
                annotation.id(),
                ColumnValues.micros(annotation.at()),
                annotation.text(),
                subject.target().orElse(""),
                subject.experiment().orElse(""),
                subject.run().orElse(""),
                annotation.by(),
                ColumnValues.micros(annotation.setAt()));
    }

    boolean remove(Team team, String id, AuditEvent audit) throws SQLException {
        return write(team, audit, DELETE, team.name(), id);
    }

    /** @return whether it changed something, which is recorded then */
    private boolean write(Team team, AuditEvent audit, String sql, Object... values) throws SQLException {
        identity.require();
        return transactions.run(team, () -> {
            boolean changed = updates.execute(sql, values) > 0;
            if (changed) {
                AuditTable.add(store.dialect(), connection, Optional.of(team), audit);
            }
            return changed;
        });
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
