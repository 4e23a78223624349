package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** A place that holds a store, and how to connect to it. Its text names it in messages and holds no secret. */
public interface Database {
    Dialect dialect();

    /** A connection that writes, for {@link Transactions}; nothing is migrated yet. */
    Connection connectToWrite() throws SQLException;

    /** A connection that only reads, without auto-commit: a snapshot lasts until the rollback. */
    Connection connectToRead() throws SQLException;

    /** Prepares a connection that writes once the store is of this version. */
    void migrated(Connection connection) throws SQLException;

    /**
     * Makes a connection that writes the only one that has a role for a team, for as long as it lives.
     *
     * @return what to close together with the connection; empty if another connection has the team
     */
    Optional<Claim> claim(Connection connection, ClaimRole role, Team team) throws SQLException;

    /** What distinguishes the current database from another that takes its place; empty where none can. */
    Optional<Object> identity();

    /** What only one process at a time does for a team. */
    enum ClaimRole {
        /** Writes what the team's topics hold. */
        SINK("sink", "sink that writes the rows"),
        /** Dispatches the team's alerts. */
        ALERTS("alerts", "dispatcher of the alerts");

        private final String word;
        private final String description;

        ClaimRole(String word, String description) {
            this.word = word;
            this.description = description;
        }

        /** For messages. */
        public String description() {
            return description;
        }

        /** Part of the lock's name. */
        public String word() {
            return word;
        }
    }

    /** That a connection is the only one that has a role for a team. */
    @FunctionalInterface
    interface Claim {
        void end() throws SQLException;
    }
}
