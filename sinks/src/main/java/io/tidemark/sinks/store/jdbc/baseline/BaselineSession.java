package io.tidemark.sinks.store.jdbc.baseline;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.StoreIdentity;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** One connection that writes the tables of baselines. Not thread-safe. */
final class BaselineSession implements SessionHolder.Session {
    private static final String UPSERT =
            "INSERT INTO baselines (team, baseline, experiment, phase, set_micros, set_by, reason)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (team, baseline) DO UPDATE SET experiment = excluded.experiment,"
                    + " phase = excluded.phase, set_micros = excluded.set_micros, set_by = excluded.set_by, reason = excluded.reason";
    private static final String INSERT_RUN =
            "INSERT INTO baseline_runs (team, baseline, position, run) VALUES (?, ?, ?, ?)";
    private static final String DELETE_RUNS = "DELETE FROM baseline_runs WHERE team = ? AND baseline = ?";
    private static final String DELETE = "DELETE FROM baselines WHERE team = ? AND baseline = ?";

    private final Database store;
    private final Connection connection;
    private final Transactions transactions;
    private final RowUpdates updates;
    private final StoreIdentity identity;

    BaselineSession(Database store, Connection connection) {
        this.store = store;
        this.connection = connection;
        this.transactions = new Transactions(store.dialect(), connection);
        this.updates = new RowUpdates(store.dialect(), connection);
        this.identity = new StoreIdentity(store, "baselines");
    }

    Baseline set(Baseline baseline, AuditEvent audit) throws SQLException {
        String team = baseline.team().name();
        return write(baseline.team(), () -> {
            requireRuns(baseline);
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
            AuditTable.add(store.dialect(), connection, Optional.of(baseline.team()), audit);
            return baseline;
        });
    }

    private void requireRuns(Baseline baseline) throws SQLException {
        for (String run : baseline.runs()) {
            if (!updates.lockRun(new RunKey(baseline.team(), run))) {
                throw new StoreException("store " + store + " holds no run " + run + " of team " + baseline.team()
                        + ", so baseline " + baseline.name() + " cannot name it");
            }
        }
    }

    boolean remove(Team team, String name, AuditEvent audit) throws SQLException {
        return write(team, () -> {
            updates.execute(DELETE_RUNS, team.name(), name);
            boolean removed = updates.execute(DELETE, team.name(), name) > 0;
            if (removed) {
                AuditTable.add(store.dialect(), connection, Optional.of(team), audit);
            }
            return removed;
        });
    }

    private <T> T write(Team team, Transactions.Work<T> work) throws SQLException {
        identity.require();
        return transactions.run(team, work);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
