package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import java.sql.Connection;
import java.sql.SQLException;

/** What databases do differently; all other SQL stands once, in this package. */
public interface Dialect {
    /** A migration or the views, which are written in SQLite's SQL with UTC(x) for a timestamp of microseconds, in this database's. */
    String translated(String script);

    /** Begins a transaction that may write. */
    void begin(Connection connection) throws SQLException;

    void commit(Connection connection) throws SQLException;

    void rollBack(Connection connection) throws SQLException;

    /** Keeps others from migrating the store until the transaction ends. */
    void lockForMigration(Connection connection) throws SQLException;

    /** How many migrations the store has seen; 0 for an empty database. */
    int version(Connection connection) throws SQLException;

    void setVersion(Connection connection, int version) throws SQLException;

    /**
     * Makes this connection the only one that writes what a team's topics hold, for as long as it lives. A database whose offsets are
     * guard enough does nothing.
     *
     * @throws TeamTakenException if another connection has it
     */
    void claim(Connection connection, Team team) throws SQLException;

    /** Whether it is what a record holds that the database will not take, now or ever; an outage, a lock or a full disk is not. */
    boolean refuses(SQLException error);

    /** A value as the driver takes it; text may hold any character. */
    Object bound(Object value);

    /** A writer for many rows at a time. */
    <E> RowWriter<E> writer(Connection connection, Table<E> table) throws SQLException;
}
