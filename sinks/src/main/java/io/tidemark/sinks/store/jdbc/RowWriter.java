package io.tidemark.sinks.store.jdbc;

import java.sql.SQLException;

/** Writes rows of one table over one connection; what is added reaches the table at {@link #flush}. Not thread-safe. */
public interface RowWriter<E> extends AutoCloseable {
    void add(EventRow<E> row) throws SQLException;

    void flush() throws SQLException;

    /** Forgets what was added and not flushed. */
    void discard() throws SQLException;

    @Override
    void close() throws SQLException;
}
