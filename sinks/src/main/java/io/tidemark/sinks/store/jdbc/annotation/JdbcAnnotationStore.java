package io.tidemark.sinks.store.jdbc.annotation;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.AnnotationStore;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.SessionHolder;

/** Annotations in a database: one connection writes, made anew after a failure. */
public final class JdbcAnnotationStore implements AnnotationStore {
    private final SessionHolder<AnnotationSession> sessions;

    /** A store that may be away: it is opened, and made or migrated as needed, at the first call that works. */
    public JdbcAnnotationStore(Database database, Migrations migrations) {
        this.sessions = new SessionHolder<>(database, migrations, AnnotationSession::new);
    }

    @Override
    public boolean add(TimeAnnotation annotation, AuditEvent audit) {
        return sessions.use("written to", session -> session.add(annotation, audit));
    }

    @Override
    public boolean remove(Team team, String id, AuditEvent audit) {
        return sessions.use("written to", session -> session.remove(team, id, audit));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
