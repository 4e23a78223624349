package io.tidemark.sinks.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Writes rows of one table over one connection; what is added reaches the table at {@link #flush}. Not thread-safe. */
final class TableWriter<E> implements AutoCloseable {
    private final List<Column<E>> columns;
    private final PreparedStatement statement;
    private int waiting;

    TableWriter(Connection connection, Table<E> table) throws SQLException {
        this.columns = table.columns();
        this.statement = connection.prepareStatement(table.upsert());
    }

    void add(Row<E> row) throws SQLException {
        bind(row);
        statement.addBatch();
        waiting++;
    }

    /** Writes a row at once. @return whether the table took it */
    boolean write(Row<E> row) throws SQLException {
        bind(row);
        return statement.executeUpdate() > 0;
    }

    void flush() throws SQLException {
        if (waiting > 0) {
            statement.executeBatch();
            waiting = 0;
        }
    }

    void discard() throws SQLException {
        statement.clearBatch();
        waiting = 0;
    }

    private void bind(Row<E> row) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            statement.setObject(i + 1, columns.get(i).value().of(row));
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
