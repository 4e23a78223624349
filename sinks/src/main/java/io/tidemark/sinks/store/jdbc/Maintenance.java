package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.Maintained;
import io.tidemark.sinks.store.Retention;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Takes out what is past its retention, that of its experiment or else the sink's, and thins windows to the last of each minute. */
final class Maintenance {
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Of the windows of a series that end in one minute, (k, k + 1] min, all but the last go. */
    private static final String THIN = """
            DELETE FROM window_stats AS w
            WHERE w.thinned = 0 AND w.appended_micros < ? AND EXISTS (
                SELECT 1 FROM window_stats AS later
                WHERE later.team = w.team AND later.run = w.run AND later.metric = w.metric
                    AND later.window_seconds = w.window_seconds AND later.request_class = w.request_class
                    AND later.step = w.step AND later.target = w.target
                    AND later.end_micros > w.end_micros
                    AND later.end_micros <= w.end_micros
                        + (60000000 - w.end_micros % 60000000) % 60000000)""";

    private final Connection connection;

    Maintenance(Connection connection) {
        this.connection = connection;
    }

    Maintained run(Retention retention, Instant now) throws SQLException {
        long requests = expire("requests", "requests_seconds", now, retention.requests());
        long windows = expire("window_stats", "windows_seconds", now, retention.windows());
        long servers = update("DELETE FROM server_samples WHERE appended_micros < ?", now.minus(retention.servers()));
        long thinned = update(THIN, now.minus(retention.fullWindows()));
        update(
                "UPDATE window_stats SET thinned = 1 WHERE thinned = 0 AND appended_micros < ?",
                now.minus(retention.fullWindows()));
        return new Maintained(requests, windows, thinned, servers);
    }

    /** @param own column of what experiments have of their own */
    private long expire(String table, String own, Instant now, Duration retention) throws SQLException {
        String ofExperiments = "(SELECT runs.team, runs.run FROM runs JOIN retentions USING (team, experiment))";
        long general = update(
                "DELETE FROM " + table + " WHERE appended_micros < ? AND (team, run) NOT IN " + ofExperiments,
                now.minus(retention));
        return general
                + update(
                        "DELETE FROM " + table
                                + " WHERE EXISTS (SELECT 1 FROM runs JOIN retentions USING (team, experiment)"
                                + " WHERE runs.team = " + table + ".team AND runs.run = " + table + ".run AND "
                                + table + ".appended_micros < ? - retentions." + own + " * " + MICROS_PER_SECOND + ")",
                        now);
    }

    private long update(String sql, Instant before) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, Stored.micros(before));
            return statement.executeLargeUpdate();
        }
    }
}
