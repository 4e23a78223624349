package io.tidemark.sinks.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** A place that holds a store, and how to connect to it. Its text names it in messages and holds no secret. */
public interface Database {
    Dialect dialect();

    /** A connection that writes, for {@link Transactions}; nothing is migrated yet. */
    Connection connectToWrite() throws SQLException;

    /** A connection that only reads, without auto-commit: a snapshot lasts until the rollback. */
    Connection connectToRead() throws SQLException;

    /** Prepares a connection that writes once the store is of this version. */
    void migrated(Connection connection) throws SQLException;
}
