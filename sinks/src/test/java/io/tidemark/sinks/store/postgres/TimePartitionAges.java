package io.tidemark.sinks.store.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Makes a store's first partition of a table one whose time is over: its name says when that is. */
final class TimePartitionAges {
    static final Duration SHORT = Duration.ofSeconds(1);
    private static final String DAY = "20200302";

    private TimePartitionAges() {}

    /** Name of the partition that {@link #end} makes. */
    static String ended(String table) {
        return table + "_until_" + DAY;
    }

    /** The partition that holds everything of before today holds everything of before 2 March 2020, by its name. */
    static void end(PostgresAddress owner, String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(owner.url());
                Statement statement = connection.createStatement()) {
            statement.execute("DO $$ BEGIN EXECUTE format('ALTER TABLE %s RENAME TO " + ended(table)
                    + "', (SELECT stored FROM time_partitions() WHERE parent = '" + table
                    + "' ORDER BY until LIMIT 1)); END $$");
        }
    }
}
