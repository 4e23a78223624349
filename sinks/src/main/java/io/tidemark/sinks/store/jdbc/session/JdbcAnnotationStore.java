package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.SessionHolder;

/** Annotations in a database: one connection writes, made anew after a failure. */
public final class JdbcAnnotationStore implements AnnotationStore {
    private static final String INSERT =
            "INSERT INTO annotations (team, annotation, at_micros, text, target, experiment, run, set_by, appended_micros)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (team, annotation) DO NOTHING";
    private static final String DELETE = "DELETE FROM annotations WHERE team = ? AND annotation = ?";

    private final SessionHolder<UpdateSession> sessions;

    /** A store that may be away: it is opened, and made or migrated as needed, at the first call that works. */
    public JdbcAnnotationStore(Database database, Migrations migrations) {
        this.sessions = new SessionHolder<>(
                database, migrations, (store, connection) -> new UpdateSession(store, connection, "annotations"));
    }

    @Override
    public boolean add(TimeAnnotation annotation, AuditEvent audit) {
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

    @Override
    public boolean remove(Team team, String id, AuditEvent audit) {
        return write(team, audit, DELETE, team.name(), id);
    }

    /** @return whether it changed something, which is recorded then */
    private boolean write(Team team, AuditEvent audit, String sql, Object... values) {
        return sessions.use(
                "written to",
                session -> session.writeAudited(
                        team, audit, () -> session.updates().execute(sql, values) > 0));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
