package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** What databases do differently, beside their migrations; all other SQL stands once, in this package. */
public interface Dialect {
    /** Begins a transaction that may write. */
    void begin(Connection connection) throws SQLException;

    /** Until the transaction ends it reads and writes rows of these teams alone, where the database can see to that; of all if none is named. */
    void limitTo(Connection connection, Set<Team> teams) throws SQLException;

    void commit(Connection connection) throws SQLException;

    void rollBack(Connection connection) throws SQLException;

    /** Keeps others from migrating the store until the transaction ends. */
    void lockForMigration(Connection connection) throws SQLException;

    /** {@link StoreVersion#NONE} for an empty database. A store that does not say which programs can use it is for those of its version. */
    StoreVersion version(Connection connection) throws SQLException;

    void setVersion(Connection connection, StoreVersion version) throws SQLException;

    /** The name of a table that a common table expression of the same name does not hide. */
    String stored(String table);

    /** Whether it is what a record holds that the database will not take, now or ever; an outage, a lock or a full disk is not. */
    boolean refuses(SQLException error);

    /** A value as the driver takes it; text may hold any character. */
    Object bound(Object value);

    /** The partitions by time of the store that a connection writes to. */
    TimePartitions partitions(Connection connection);

    /** A writer for many rows at a time. */
    <E> RowWriter<E> writer(Connection connection, StoreTable<E> table) throws SQLException;
}
