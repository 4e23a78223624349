package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.retention.Retention;
import java.sql.SQLException;
import java.time.Instant;

/**
 * Partitions by time of requests, windows, their hours and server samples. The rows of one are dropped together when all are past the retention of
 * their teams, so that they need not be deleted. Each call is a part of the caller's transaction.
 */
public interface TimePartitions {
    /** Of a database whose tables have none: all rows are deleted one by one. */
    TimePartitions NONE = new TimePartitions() {
        @Override
        public void keep(Team team, Retention retention) {}

        @Override
        public boolean dropOne(Instant now) {
            return false;
        }

        @Override
        public boolean compactOne(Instant now) {
            return false;
        }

        @Override
        public String outsideOfSoonDropped(String table, Instant now) {
            return "1 = 1";
        }
    };

    /** Sets how long rows of a team are kept at least; partitions with rows of a team for which this was not set stay. */
    void keep(Team team, Retention retention) throws SQLException;

    /**
     * Drops the rows of a partition that is past, of whichever teams. The transaction must not be limited to teams.
     *
     * @return whether there was one, and no query held it
     */
    boolean dropOne(Instant now) throws SQLException;

    /**
     * Returns the space of windows that were thinned, of one partition. The transaction must not be limited to teams.
     *
     * @return whether there was one, and no query held it
     */
    boolean compactOne(Instant now) throws SQLException;

    /** SQL condition: the row is in no partition that is dropped so soon that its rows are left to that. */
    String outsideOfSoonDropped(String table, Instant now) throws SQLException;
}
