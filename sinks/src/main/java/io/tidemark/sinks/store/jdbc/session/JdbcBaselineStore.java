package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.baseline.BaselineStore;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.SQLException;
import java.util.List;

/** Baselines in a database: one connection writes, made anew after a failure. */
public final class JdbcBaselineStore implements BaselineStore {
    private static final String UPSERT =
            "INSERT INTO baselines (team, baseline, experiment, phase, set_micros, set_by, reason)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (team, baseline) DO UPDATE SET experiment = excluded.experiment,"
                    + " phase = excluded.phase, set_micros = excluded.set_micros, set_by = excluded.set_by, reason = excluded.reason";
    private static final String INSERT_RUN =
            "INSERT INTO baseline_runs (team, baseline, position, run) VALUES (?, ?, ?, ?)";
    private static final String DELETE_RUNS = "DELETE FROM baseline_runs WHERE team = ? AND baseline = ?";
    private static final String DELETE = "DELETE FROM baselines WHERE team = ? AND baseline = ?";

    private final Database database;
    private final SessionHolder<UpdateSession> sessions;

    /** A store that may be away: it is opened, and made or migrated as needed, at the first call that works. */
    public JdbcBaselineStore(Database database, Migrations migrations) {
        this.database = database;
        this.sessions = new SessionHolder<>(
                database, migrations, (store, connection) -> new UpdateSession(store, connection, "baselines"));
    }

    @Override
    public void set(Baseline baseline, AuditEvent audit) {
        sessions.use(
                "written to",
                session -> session.writeAudited(baseline.team(), audit, () -> upsert(session.updates(), baseline)));
    }

    /** @return true: setting a baseline is always recorded */
    private boolean upsert(RowUpdates updates, Baseline baseline) throws SQLException {
        String team = baseline.team().name();
        requireRuns(updates, baseline);
        updates.execute(DELETE_RUNS, team, baseline.name());
        updates.execute(
                UPSERT,
                team,
                baseline.name(),
                baseline.experiment(),
                baseline.phase(),
                ColumnValues.micros(baseline.setAt()),
                baseline.by(),
                baseline.reason());
        List<String> runs = baseline.runs();
        for (int i = 0; i < runs.size(); i++) {
            updates.execute(INSERT_RUN, team, baseline.name(), i, runs.get(i));
        }
        return true;
    }

    private void requireRuns(RowUpdates updates, Baseline baseline) throws SQLException {
        for (String run : baseline.runs()) {
            if (!updates.lockRun(new RunKey(baseline.team(), run))) {
                throw new StoreException("store " + database + " holds no run " + run + " of team " + baseline.team()
                        + ", so baseline " + baseline.name() + " cannot name it");
            }
        }
    }

    @Override
    public boolean remove(Team team, String name, AuditEvent audit) {
        return sessions.use(
                "written to",
                session -> session.writeAudited(team, audit, () -> {
                    session.updates().execute(DELETE_RUNS, team.name(), name);
                    return session.updates().execute(DELETE, team.name(), name) > 0;
                }));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
