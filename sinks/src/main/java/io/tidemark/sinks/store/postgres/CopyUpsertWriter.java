package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.jdbc.ConflictRule;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/**
 * Writes rows of one table by COPY into a temporary one, and from there by one upsert. An upsert may not meet a key twice, so the
 * rows of a key are brought down to the one that the table's rule keeps. Not thread-safe.
 */
final class CopyUpsertWriter<E> implements RowWriter<E> {
    /** COPY is given this much at a time. */
    private static final int PIECE_BYTES = 1 << 16;

    private final Connection connection;
    private final CopyText<E> rows;
    private final String copy;
    private final String upsert;

    CopyUpsertWriter(Connection connection, StoreTable<E> table) throws SQLException {
        this.connection = connection;
        this.rows = new CopyText<>(table.columns());
        String stage = "stage_" + table.name() + "_"
                + Integer.toHexString(table.names().hashCode());
        this.copy = "COPY " + stage + " (stage_row, " + table.names() + ") FROM STDIN";
        this.upsert = table.upsertOf("SELECT DISTINCT ON (" + table.keys() + ") " + table.names() + " FROM " + stage
                + " ORDER BY " + table.keys() + ", " + order(table.rule(), stage));
        execute("CREATE TEMPORARY TABLE " + stage + " (LIKE " + table.name()
                + " INCLUDING DEFAULTS) ON COMMIT DELETE ROWS");
        execute("ALTER TABLE " + stage + " ADD COLUMN stage_row BIGINT NOT NULL");
    }

    private static String order(ConflictRule rule, String stage) {
        if (rule instanceof ConflictRule.Newest newest) {
            return newest.descending(stage) + ", stage_row DESC";
        }
        return "stage_row";
    }

    @Override
    public void add(EventRow<E> row) {
        rows.add(row);
    }

    @Override
    public void flush() throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(copy, new ByteArrayInputStream(rows.take()), PIECE_BYTES);
        } catch (IOException e) {
            throw new SQLException("rows could not be sent: " + e.getMessage(), e);
        }
        execute(upsert);
    }

    @Override
    public void discard() {
        rows.clear();
    }

    @Override
    public void close() {
        rows.clear();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
