package io.tidemark.sinks.store.jdbc.baseline;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.SessionHolder;

/** Baselines in a database: one connection writes, made anew after a failure. */
public final class JdbcBaselineStore implements BaselineStore {
    private final SessionHolder<BaselineSession> sessions;

    /** A store that may be away: it is opened, and made or migrated as needed, at the first call that works. */
    public JdbcBaselineStore(Database database, Migrations migrations) {
        this.sessions = new SessionHolder<>(database, migrations, BaselineSession::new);
    }

    @Override
    public void set(Baseline baseline, AuditEvent audit) {
        sessions.use("written to", session -> session.set(baseline, audit));
    }

    @Override
    public boolean remove(Team team, String name, AuditEvent audit) {
        return sessions.use("written to", session -> session.remove(team, name, audit));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
