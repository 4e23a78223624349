package io.tidemark.sinks.store.postgres;

import io.tidemark.sinks.store.jdbc.Column;
import io.tidemark.sinks.store.jdbc.ConflictRule;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.RowWriter;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    /**
     * Rows in the text format of COPY: fields apart by tabs, {@code \N} for null, backslash, tab and line ends escaped
     * (https://www.postgresql.org/docs/current/sql-copy.html). Before its columns each row has its number, from 0.
     */
    static final class CopyText<E> {
        private final List<Column<E>> columns;
        private final StringBuilder text = new StringBuilder();
        private long count;

        CopyText(List<Column<E>> columns) {
            this.columns = columns;
        }

        void add(EventRow<E> row) {
            text.append(count++);
            for (Column<E> column : columns) {
                text.append('\t');
                append(column.of(row));
            }
            text.append('\n');
        }

        boolean isEmpty() {
            return count == 0;
        }

        /** The rows so far, which are forgotten here. */
        byte[] take() {
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            clear();
            return bytes;
        }

        void clear() {
            text.setLength(0);
            count = 0;
        }

        private void append(@Nullable Object value) {
            if (value == null) {
                text.append("\\N");
            } else if (value instanceof byte[] bytes) {
                text.append("\\\\x").append(HexFormat.of().formatHex(bytes));
            } else if (value instanceof String string) {
                escape(PostgresText.of(string));
            } else {
                text.append(value);
            }
        }

        private void escape(String string) {
            for (int i = 0; i < string.length(); i++) {
                char c = string.charAt(i);
                switch (c) {
                    case '\\' -> text.append("\\\\");
                    case '\t' -> text.append("\\t");
                    case '\n' -> text.append("\\n");
                    case '\r' -> text.append("\\r");
                    default -> text.append(c);
                }
            }
        }
    }
}
