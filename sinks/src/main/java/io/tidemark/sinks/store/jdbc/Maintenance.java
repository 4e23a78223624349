package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.Maintained;
import io.tidemark.sinks.store.Retention;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Takes out what is past its retention, and thins windows to the last of each minute. */
final class Maintenance {
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
        long requests = expire("requests", now, retention.requests());
        long windows = expire("window_stats", now, retention.windows());
        long servers = expire("server_samples", now, retention.servers());
        long thinned = update(THIN, now.minus(retention.fullWindows()));
        update(
                "UPDATE window_stats SET thinned = 1 WHERE thinned = 0 AND appended_micros < ?",
                now.minus(retention.fullWindows()));
        return new Maintained(requests, windows, thinned, servers);
    }

    private long expire(String table, Instant now, Duration retention) throws SQLException {
        return update("DELETE FROM " + table + " WHERE appended_micros < ?", now.minus(retention));
    }

    private long update(String sql, Instant before) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, Stored.micros(before));
            return statement.executeLargeUpdate();
        }
    }
}
