package io.tidemark.sinks.store.postgres;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.TimePartitions;
import io.tidemark.sinks.store.retention.Retention;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** What the functions of {@code migrations/001_baseline.sql} do, which are the store owner's. */
record PostgresTimePartitions(Connection connection) implements TimePartitions {
    /** Another team's row is not written: the table of teams shows that team to its own roles only. */
    private static final String KEEP = """
            INSERT INTO team_retentions AS kept (team, requests_seconds, window_stats_seconds, server_samples_seconds, window_hours_seconds)
            SELECT team, ?, ?, ?, ? FROM teams WHERE team = ?
            ON CONFLICT (team) DO UPDATE SET requests_seconds = excluded.requests_seconds,
                window_stats_seconds = excluded.window_stats_seconds, server_samples_seconds = excluded.server_samples_seconds,
                window_hours_seconds = excluded.window_hours_seconds
            WHERE kept IS DISTINCT FROM excluded""";

    /** Makes the partitions of the next days, unless they are there. */
    static void make(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT make_partitions()")) {
            statement.execute();
        }
    }

    @Override
    public void keep(Team team, Retention retention) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(KEEP)) {
            statement.setLong(1, retention.requests().toSeconds());
            statement.setLong(2, retention.windows().toSeconds());
            statement.setLong(3, retention.servers().toSeconds());
            statement.setLong(4, retention.hours().toSeconds());
            statement.setString(5, team.name());
            statement.executeUpdate();
        }
    }

    @Override
    public boolean dropOne(Instant now) throws SQLException {
        return ask("SELECT drop_partition(?) IS NOT NULL", now).equals("t");
    }

    @Override
    public boolean compactOne(Instant now) throws SQLException {
        return ask("SELECT compact_partition(?) IS NOT NULL", now).equals("t");
    }

    @Override
    public String outsideOfSoonDropped(String table, Instant now) throws SQLException {
        String soon = ask("SELECT soon_dropped('" + table + "', ?)", now);
        return soon.equals("{}") ? NONE.outsideOfSoonDropped(table, now) : "tableoid <> ALL ('" + soon + "'::oid[])";
    }

    private String ask(String question, Instant now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            statement.setLong(1, ColumnValues.micros(now));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
