package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.AuditEvent;
import io.tidemark.events.BlockMetric;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.Regression;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.SloState;
import io.tidemark.events.StepBlock;
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
import io.tidemark.sinks.store.jdbc.TableWriter;
import io.tidemark.sinks.store.jdbc.query.RunActivityTable;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import io.tidemark.sinks.store.jdbc.table.ControlTables;
import io.tidemark.sinks.store.jdbc.table.ControlTables.Published;
import io.tidemark.sinks.store.jdbc.table.ImportTables;
import io.tidemark.sinks.store.jdbc.table.RequestTable;
import io.tidemark.sinks.store.jdbc.table.ResultTables;
import io.tidemark.sinks.store.jdbc.table.ResultTables.Measured;
import io.tidemark.sinks.store.jdbc.table.ResultTables.Part;
import io.tidemark.sinks.store.jdbc.table.StreamTables;
import io.tidemark.sinks.store.jdbc.table.TierTables;
import io.tidemark.sinks.store.read.run.QualityRow;
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
        this.tunes = writer(connection, ControlTables.tunes());
        this.trials = writer(connection, ControlTables.trials());
        this.deadLetters = writer(connection, StreamTables.deadLetters());
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

    /** Writes imported runs with their mark and their quality, which replaces that of an earlier import of the run. Not thread-safe. */
    static final class ImportWriter {
        private final TableWriter<StoreChange.ImportedRun> runs;
        private final RowWriter<Published<RunState>> phases;
        private final TableWriter<QualityRow> quality;
        private final PreparedStatement clearing;

        /** @param phases the writer of phases, which belongs to the caller */
        ImportWriter(Dialect dialect, Connection connection, RowWriter<Published<RunState>> phases)
                throws SQLException {
            this.runs = new TableWriter<>(dialect, connection, ImportTables.runs());
            this.phases = phases;
            this.quality = new TableWriter<>(dialect, connection, ImportTables.quality());
            this.clearing = connection.prepareStatement("DELETE FROM quality WHERE team = ? AND run = ?");
        }

        void write(StoreChange.ImportedRun imported) throws SQLException {
            EventRow<StoreChange.ImportedRun> row = new EventRow<>(imported.team(), imported.appended(), imported);
            runs.write(row);
            phases.add(row.with(new Published<>(ImportTables.at(imported.run()), imported.run())));
            clearing.setString(1, imported.team().name());
            clearing.setString(2, imported.run().getRun());
            clearing.executeUpdate();
            for (QualityRow one : imported.quality()) {
                quality.write(row.with(one));
            }
        }
    }

    /** Writes results of steps, or of segments, with their parts: where a result replaces another, so do all of its parts. Not thread-safe. */
    static final class ResultWriter {
        private final ResultTables tables;
        private final TableWriter<StepResult> results;
        private final TableWriter<Part<MetricResult>> metrics;
        private final TableWriter<Part<ObjectiveResult>> objectives;
        private final TableWriter<Part<StepBlock>> blocks;
        private final TableWriter<Part<Measured>> blockMetrics;
        private final List<PreparedStatement> clearing = new ArrayList<>();

        ResultWriter(Dialect dialect, Connection connection, ResultTables tables) throws SQLException {
            this.tables = tables;
            this.results = new TableWriter<>(dialect, connection, tables.results());
            this.metrics = new TableWriter<>(dialect, connection, tables.metrics());
            this.objectives = new TableWriter<>(dialect, connection, tables.objectives());
            this.blocks = new TableWriter<>(dialect, connection, ResultTables.blocks());
            this.blockMetrics = new TableWriter<>(dialect, connection, ResultTables.blockMetrics());
            for (String clear : tables.clearing()) {
                clearing.add(connection.prepareStatement(clear));
            }
        }

        void write(EventRow<StepResult> row) throws SQLException {
            if (!results.write(row)) {
                return;
            }
            for (PreparedStatement clear : clearing) {
                clear(clear, row);
            }
            StepResult result = row.event();
            for (MetricResult metric : result.getMetrics()) {
                metrics.add(row.with(new Part<>(result, metric)));
            }
            for (ObjectiveResult objective : result.getObjectives()) {
                objectives.add(row.with(new Part<>(result, objective)));
            }
            metrics.flush();
            objectives.flush();
            if (tables.haveBlocks()) {
                writeBlocks(row, result);
            }
        }

        private void writeBlocks(EventRow<StepResult> row, StepResult result) throws SQLException {
            for (StepBlock block : result.getBlocks()) {
                blocks.add(row.with(new Part<>(result, block)));
                for (BlockMetric metric : block.getMetrics()) {
                    blockMetrics.add(row.with(new Part<>(result, new Measured(block, metric))));
                }
            }
            blocks.flush();
            blockMetrics.flush();
        }

        private void clear(PreparedStatement statement, EventRow<StepResult> row) throws SQLException {
            List<Object> key = tables.key(row);
            for (int i = 0; i < key.size(); i++) {
                statement.setObject(i + 1, key.get(i));
            }
            statement.executeUpdate();
        }

        /** Forgets what a failed batch added and did not flush. */
        void discard() throws SQLException {
            for (RowWriter<?> writer : List.of(metrics, objectives, blocks, blockMetrics)) {
                writer.discard();
            }
        }
    }
}
