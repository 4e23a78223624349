package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.events.RunState;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.TableWriter;
import io.tidemark.sinks.store.jdbc.table.ControlTables.Published;
import io.tidemark.sinks.store.jdbc.table.ImportTables;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Writes imported runs with their mark and their quality, which replaces that of an earlier import of the run. Not thread-safe. */
final class ImportWriter {
    private final TableWriter<StoreChange.ImportedRun> runs;
    private final RowWriter<Published<RunState>> phases;
    private final TableWriter<QualityRow> quality;
    private final PreparedStatement clearing;

    /** @param phases the writer of phases, which belongs to the caller */
    ImportWriter(Dialect dialect, Connection connection, RowWriter<Published<RunState>> phases) throws SQLException {
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
