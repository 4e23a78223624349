package io.tidemark.sinks.store.jdbc.session;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.TimePartitions;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.Retention;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Makes the hours of windows, takes out what is past its retention, and thins windows, of one team. What a partition takes along when it is dropped is left to that. It goes through the rows by when the broker took them, some
 * thousand in a transaction, so that a writer waits for one of these at most, and completed transactions stay when it is cut off.
 */
final class RetentionMaintenance {
    /** Rows that one transaction looks at; more only if the broker took more in one microsecond. */
    static final int BATCH_ROWS = 2_000;

    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Of the windows of a series that end in one minute, (k, k + 1] min, all but the last go. */
    private static final String THIN = """
            DELETE FROM window_stats AS w
            WHERE w.team = ? AND w.thinned = 0 AND w.appended_micros BETWEEN ? AND ? AND EXISTS (
                SELECT 1 FROM window_stats AS later
                WHERE later.team = w.team AND later.run = w.run AND later.metric = w.metric
                    AND later.window_seconds = w.window_seconds AND later.request_class = w.request_class
                    AND later.step = w.step AND later.target = w.target
                    AND later.end_micros > w.end_micros
                    AND later.end_micros <= w.end_micros
                        + (60000000 - w.end_micros % 60000000) % 60000000)""";

    private static final String THINNED = "UPDATE window_stats SET thinned = 1"
            + " WHERE team = ? AND thinned = 0 AND appended_micros BETWEEN ? AND ?";

    private static final String ALL = "1 = 1";

    /** A minute stays until its hour is made. */
    private static final String IN_ITS_HOUR = """
            NOT (sketch IS NOT NULL AND EXISTS (
                SELECT 1 FROM pending_hours AS h
                WHERE h.team = window_stats.team AND h.run = window_stats.run AND h.metric = window_stats.metric
                    AND h.request_class = window_stats.request_class AND h.step = window_stats.step
                    AND h.target = window_stats.target
                    AND h.end_micros = (window_stats.end_micros + 3599999999) / 3600000000 * 3600000000))""";

    private final Connection connection;
    private final Transactions transactions;
    private final Team team;
    private final BooleanSupplier cutOff;
    private final TimePartitions partitions;
    private final HourMaintenance hours;

    /** @param cutOff whether it is to end after the transaction that it is in */
    RetentionMaintenance(Dialect dialect, Connection connection, Team team, BooleanSupplier cutOff) {
        this.connection = connection;
        this.transactions = new Transactions(dialect, connection);
        this.team = team;
        this.cutOff = cutOff;
        this.partitions = dialect.partitions(connection);
        this.hours = new HourMaintenance(dialect, connection, team, cutOff);
    }

    MaintenanceResult run(Retention retention, Instant now) throws SQLException {
        transactions.run(team, () -> {
            partitions.keep(team, retention);
            return team;
        });
        long merged = hours.run(now);
        long dropped = repeat(() -> partitions.dropOne(now));
        long requests = expire(new Expiry("requests", "requests_seconds", retention.requests(), ALL), now);
        long windows = expire(new Expiry("window_stats", "windows_seconds", retention.windows(), IN_ITS_HOUR), now);
        long pastHours = expire(new Expiry("window_hours", "hours_seconds", retention.hours(), ALL), now);
        String staying = staying("server_samples", now);
        long servers = through(
                "server_samples",
                staying,
                ColumnValues.micros(now.minus(retention.servers())),
                (from, to) -> update(
                        "DELETE FROM server_samples WHERE team = ? AND appended_micros BETWEEN ? AND ? AND " + staying,
                        from,
                        to));
        long audit = through(
                "audit",
                "TRUE",
                ColumnValues.micros(now.minus(retention.audit())),
                (from, to) -> update("DELETE FROM audit WHERE team = ? AND appended_micros BETWEEN ? AND ?", from, to));
        long annotations = through(
                "annotations",
                "TRUE",
                ColumnValues.micros(now.minus(retention.hours())),
                (from, to) ->
                        update("DELETE FROM annotations WHERE team = ? AND appended_micros BETWEEN ? AND ?", from, to));
        long thinned = through(
                "window_stats", "thinned = 0", ColumnValues.micros(now.minus(retention.fullWindows())), (from, to) -> {
                    long gone = update(THIN, from, to);
                    var unused = update(THINNED, from, to);
                    return gone;
                });
        var unused = repeat(() -> partitions.compactOne(now));
        return new MaintenanceResult(
                requests, windows, thinned, servers, audit, dropped, pastHours, merged, annotations);
    }

    /** @return how often the work, each time in a transaction of its own, found something to do */
    private long repeat(Transactions.Work<Boolean> work) throws SQLException {
        long done = 0;
        while (!cutOff.getAsBoolean() && transactions.run(work)) {
            done++;
        }
        return done;
    }

    private String staying(String table, Instant now) throws SQLException {
        return transactions.run(() -> partitions.outsideOfSoonDropped(table, now));
    }

    /**
     * Rows of runs that are past their retention.
     *
     * @param own column of what experiments have of their own
     * @param and a further condition
     */
    private record Expiry(String table, String own, Duration retention, String and) {}

    private long expire(Expiry expiry, Instant now) throws SQLException {
        String table = expiry.table;
        String own = expiry.own;
        Duration retention = expiry.retention;
        String staying = staying(table, now);
        String ofExperiment = "SELECT r." + own + " FROM runs JOIN retentions AS r USING (team, experiment)"
                + " WHERE runs.team = " + table + ".team AND runs.run = " + table + ".run";
        String delete = "DELETE FROM " + table + " WHERE team = ? AND appended_micros BETWEEN ? AND ?"
                + " AND appended_micros < " + ColumnValues.micros(now) + " - " + MICROS_PER_SECOND + " * COALESCE(("
                + ofExperiment + "), " + retention.toSeconds() + ") AND " + staying + " AND "
                + expiry.and;
        long shortest = Math.min(retention.toSeconds(), shortestOwn(own).orElse(Long.MAX_VALUE));
        return through(
                table,
                staying,
                ColumnValues.micros(now.minusSeconds(shortest)),
                (from, to) -> update(delete, from, to));
    }

    private OptionalLong shortestOwn(String own) throws SQLException {
        return transactions.run(team, () -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT MIN(" + own + ") FROM retentions WHERE team = ?")) {
                statement.setString(1, team.name());
                return number(statement);
            }
        });
    }

    /** Goes through the rows that the broker took before, the oldest first, a transaction for each batch. */
    private long through(String table, String condition, long beforeMicros, Batch batch) throws SQLException {
        long gone = 0;
        long from = Long.MIN_VALUE;
        while (from < beforeMicros && !cutOff.getAsBoolean()) {
            long begin = from;
            OptionalLong last = transactions.run(team, () -> lastOfBatch(table, condition, begin, beforeMicros));
            long to = last.orElse(beforeMicros - 1);
            gone += transactions.run(team, () -> batch.handle(begin, to));
            from = to + 1;
        }
        return gone;
    }

    /** When the last row of the next batch was taken; empty if there are fewer rows. */
    private OptionalLong lastOfBatch(String table, String condition, long from, long before) throws SQLException {
        String sql = "SELECT appended_micros FROM " + table + " WHERE team = ? AND " + condition
                + " AND appended_micros >= ? AND appended_micros < ? ORDER BY appended_micros LIMIT 1 OFFSET "
                + (BATCH_ROWS - 1);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, from, before);
            return number(statement);
        }
    }

    private static OptionalLong number(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                return OptionalLong.empty();
            }
            long value = row.getLong(1);
            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
        }
    }

    private long update(String sql, long from, long to) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, from, to);
            return statement.executeLargeUpdate();
        }
    }

    private void bind(PreparedStatement statement, long from, long to) throws SQLException {
        statement.setString(1, team.name());
        statement.setLong(2, from);
        statement.setLong(3, to);
    }

    /** Handles the rows between two times, both inclusive. @return how many it took out */
    @FunctionalInterface
    private interface Batch {
        long handle(long fromMicros, long toMicros) throws SQLException;
    }
}
