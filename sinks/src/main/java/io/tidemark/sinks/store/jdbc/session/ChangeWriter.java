package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.AuditEvent;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.jdbc.query.RunActivityTable;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import io.tidemark.sinks.store.jdbc.table.ControlTables;
import io.tidemark.sinks.store.jdbc.table.ControlTables.Published;
import io.tidemark.sinks.store.jdbc.table.DeadLetterTable;
import io.tidemark.sinks.store.jdbc.table.RequestTable;
import io.tidemark.sinks.store.jdbc.table.ResultTables;
import io.tidemark.sinks.store.jdbc.table.StreamTables;
import io.tidemark.sinks.store.jdbc.table.TierTables;
import io.tidemark.sinks.store.jdbc.table.TuneTables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/** Sends each change to the tables that it concerns, over one connection, which closes what is left open here. Not thread-safe. */
final class ChangeWriter {
    /** Makes a team known. */
    static final String TEAM = "INSERT INTO teams (team) VALUES (?) ON CONFLICT (team) DO NOTHING";

    private final PreparedStatement teams;
    private final Dialect dialect;
    private final List<RowWriter<?>> writers = new ArrayList<>();
    private final RowWriter<RequestEvent> requests;
    private final RowWriter<WindowStats> windows;
    private final RowWriter<WindowStats> pendingHours;
    private final RowWriter<ServerSample> servers;
    private final RowWriter<SloBreach> breaches;
    private final RowWriter<Regression> regressions;
    private final RowWriter<AuditEvent> audit;
    private final RowWriter<Published<RunState>> runs;
    private final RowWriter<Published<RunState>> phases;
    private final RowWriter<Published<StepState>> steps;
    private final RowWriter<Published<SloState>> objectives;
    private final RowWriter<Published<TuneState>> tunes;
    private final RowWriter<Published<TrialState>> trials;
    private final RowWriter<StoreChange.DeadLettered> deadLetters;
    private final RowWriter<RequestEvent> requestsWithoutDue;
    private final ImportWriter imports;
    private final RunActivityTable activity;
    private final ResultWriter results;
    private final ResultWriter segments;

    ChangeWriter(Dialect dialect, Connection connection) throws SQLException {
        this.dialect = dialect;
        this.teams = connection.prepareStatement(TEAM);
        this.requests = writer(connection, RequestTable.requests());
        this.windows = writer(connection, StreamTables.windows());
        this.pendingHours = writer(connection, TierTables.pendingHours());
        this.servers = writer(connection, StreamTables.servers());
        this.breaches = writer(connection, StreamTables.breaches());
        this.regressions = writer(connection, StreamTables.regressions());
        this.audit = writer(connection, AuditTable.events());
        this.runs = writer(connection, ControlTables.runs());
        this.phases = writer(connection, ControlTables.phases());
        this.steps = writer(connection, ControlTables.steps());
        this.objectives = writer(connection, ControlTables.objectives());
        this.tunes = writer(connection, TuneTables.tunes());
        this.trials = writer(connection, TuneTables.trials());
        this.deadLetters = writer(connection, DeadLetterTable.deadLetters());
        this.requestsWithoutDue = writer(connection, RequestTable.withoutDue());
        this.activity = new RunActivityTable(connection);
        this.imports = new ImportWriter(dialect, connection, phases);
        this.results = new ResultWriter(dialect, connection, ResultTables.ofSteps());
        this.segments = new ResultWriter(dialect, connection, ResultTables.ofSegments());
    }

    private <E> RowWriter<E> writer(Connection connection, StoreTable<E> table) throws SQLException {
        RowWriter<E> writer = dialect.writer(connection, table);
        writers.add(writer);
        return writer;
    }

    void write(Set<Team> known, List<StoreChange> changes) throws SQLException {
        Set<Team> all = new HashSet<>(known);
        changes.forEach(change -> all.add(change.team()));
        for (Team team : all) {
            teams.setString(1, team.name());
            teams.executeUpdate();
        }
        for (StoreChange change : changes) {
            make(change);
        }
        try {
            for (RowWriter<?> writer : writers) {
                writer.flush();
            }
            activity.record(changes);
        } catch (RuntimeException e) {
            throw new UnmappableRecordException(e);
        }
    }

    /** Forgets what a failed batch added and did not flush. */
    void discard() throws SQLException {
        for (RowWriter<?> writer : writers) {
            writer.discard();
        }
        results.discard();
        segments.discard();
    }

    /** Of a record that others published anything may come; what is imported was made here, and an error in it is one of ours. */
    private void make(StoreChange change) throws SQLException {
        if (change instanceof StoreChange.ImportedRun imported) {
            imports.write(imported);
            return;
        }
        try {
            add(change);
        } catch (RuntimeException e) {
            throw new UnmappableRecordException(e);
        }
    }

    private void add(StoreChange change) throws SQLException {
        if (change instanceof StoreChange.DeadLettered aside) {
            deadLetters.add(new EventRow<>(change.team(), change.appended(), aside));
        } else if (change instanceof StoreChange.RequestWithoutDue without) {
            requestsWithoutDue.add(row(change, without.request()));
        } else if (change instanceof StoreChange.StoredEvent stored) {
            add(stored.event(), change);
        }
    }

    private void add(SpecificRecord event, StoreChange change) throws SQLException {
        if (event instanceof RequestEvent request) {
            requests.add(row(change, request));
        } else if (event instanceof WindowStats window) {
            add(row(change, window));
        } else if (event instanceof ServerSample sample) {
            servers.add(row(change, sample));
        } else if (event instanceof SloBreach breach) {
            breaches.add(row(change, breach));
        } else if (event instanceof Regression regression) {
            regressions.add(row(change, regression));
        } else if (event instanceof AuditEvent changed) {
            audit.add(row(change, changed));
        } else if (event instanceof StepResult result) {
            (result.getSegment() == null ? results : segments).write(row(change, result));
        } else if (event instanceof ControlEvent control) {
            addControl(control, change);
        } else if (!(event instanceof Heartbeat)) { // a sign of life, of which no row is made
            throw new IllegalArgumentException(
                    "the store has no table for " + event.getSchema().getName());
        }
    }

    private void add(EventRow<WindowStats> window) throws SQLException {
        windows.add(window);
        if (TierTables.isMinute(window.event())) {
            pendingHours.add(window);
        }
    }

    private void addControl(ControlEvent control, StoreChange change) throws SQLException {
        Object state = control.getState();
        if (state instanceof RunState run) {
            Published<RunState> published = new Published<>(control.getAt(), run);
            runs.add(row(change, published));
            phases.add(row(change, published));
        } else if (state instanceof StepState step) {
            steps.add(row(change, new Published<>(control.getAt(), step)));
        } else if (state instanceof SloState slo) {
            objectives.add(row(change, new Published<>(control.getAt(), slo)));
        } else if (state instanceof TuneState tune) {
            tunes.add(row(change, new Published<>(control.getAt(), tune)));
        } else if (state instanceof TrialState trial) {
            trials.add(row(change, new Published<>(control.getAt(), trial)));
        }
    }

    private static <E> EventRow<E> row(StoreChange change, E event) {
        return new EventRow<>(change.team(), change.appended(), event);
    }
}
