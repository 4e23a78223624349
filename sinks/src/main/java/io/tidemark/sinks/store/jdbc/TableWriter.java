package io.tidemark.sinks.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Writes rows one upsert each, in the order in which they were added. Not thread-safe. */
public final class TableWriter<E> implements RowWriter<E> {
    private final Dialect dialect;
    private final List<Column<E>> columns;
    private final PreparedStatement statement;
    private int waiting;

    public TableWriter(Dialect dialect, Connection connection, StoreTable<E> table) throws SQLException {
        this.dialect = dialect;
        this.columns = table.columns();
        this.statement = connection.prepareStatement(table.upsert());
    }

    @Override
    public void add(EventRow<E> row) throws SQLException {
        bind(row);
        statement.addBatch();
        waiting++;
    }

    /** Writes a row at once. @return whether the table took it */
    public boolean write(EventRow<E> row) throws SQLException {
        bind(row);
        return statement.executeUpdate() > 0;
    }

    @Override
    public void flush() throws SQLException {
        if (waiting > 0) {
            statement.executeBatch();
            waiting = 0;
        }
    }

    @Override
    public void discard() throws SQLException {
        statement.clearBatch();
        waiting = 0;
    }

    private void bind(EventRow<E> row) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            Object value = columns.get(i).of(row);
            statement.setObject(i + 1, value == null ? null : dialect.bound(value));
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
